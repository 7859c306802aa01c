import { describe, expect, test } from 'vitest'
import { planEvidence, type PointWindow } from '../../src/core/sci-plan.ts'
import { score } from '../../src/core/sci.ts'
import type { EvidenceEntry } from '../../src/core/sci-ledger.ts'

const asOf = '2026-03-20'

function entry(id: string, type: EvidenceEntry['type'], quality: number, occurred_on = asOf): EvidenceEntry {
  const status = 'valid' as const
  return { id, type, status, occurred_on, quality, partner_id: null, endorser_id: null, endorser_name: id }
}

/** Points that the plan comes to, by the model itself. */
function reached(entries: readonly EvidenceEntry[], window: PointWindow, halfLifeDays = 365): number | null {
  const plan = planEvidence({ entries, halfLifeDays, asOf }, window)
  if (plan === null) return null
  const added = plan.map(({ type, quality }, place) =>
    entry(`new_${String(place).padStart(3, '0')}`, type, quality),
  )
  return score([...entries, ...added], halfLifeDays, asOf).points
}

const windows = [
  [1, 399],
  [400, 749],
  [750, 879],
  [880, 949],
  [950, 1000],
  ...Array.from({ length: 99 }, (_, sci) => [sci * 10 + 10, sci * 10 + 19] as const),
] as const

describe('from nothing', () => {
  test.each(windows)('to %s–%s points', (from, to) => {
    const points = reached([], { from, to })
    expect(points).toBeGreaterThanOrEqual(from)
    expect(points).toBeLessThanOrEqual(to)
  })
})

describe.each([180, 365, 730])('from a poor record with a half-life of %s days', (halfLife) => {
  const poor = [
    ...Array.from({ length: 6 }, (_, n) => entry(`a${n}`, 'assessment', 0.2, '2026-01-10')),
    ...Array.from({ length: 3 }, (_, n) => entry(`s${n}`, 'session', 0.4, '2025-06-01')),
  ]
  test.each([
    [750, 879],
    [880, 949],
    [950, 1000],
  ])('to %s–%s points', (from, to) => {
    const points = reached(poor, { from, to }, halfLife)
    expect(points).toBeGreaterThanOrEqual(from)
    expect(points).toBeLessThanOrEqual(to)
  })
})

test('a score that stands in the window needs nothing', () => {
  const entries = [entry('a', 'assessment', 1)]
  expect(planEvidence({ entries, halfLifeDays: 365, asOf }, { from: 200, to: 300 })).toEqual([])
})

test('a score above the window cannot be planned down', () => {
  const entries = [entry('a', 'assessment', 1)]
  expect(planEvidence({ entries, halfLifeDays: 365, asOf }, { from: 1, to: 100 })).toBeNull()
})

test('sessions alone reach no more than their share', () => {
  const start = { entries: [], halfLifeDays: 365, asOf }
  expect(
    planEvidence(start, { from: 200, to: 399 }, ['session'])?.every(({ type }) => type === 'session'),
  ).toBe(true)
  expect(planEvidence(start, { from: 400, to: 749 }, ['session'])).toBeNull()
})
