import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayNumber, fromDayNumber } from '../../src/core/instant.ts'
import { isVerified, score, standing, tierUntil, verifiedUntil } from '../../src/core/sci.ts'
import { entry, evidenceLog, halfLife, lastDay } from './evidence-entries.ts'

const today = '2026-03-20'

describe('tierUntil', () => {
  test('nothing never falls', () => expect(tierUntil([], 365, today)).toBeNull())

  test('T1 falls too, when the last point is gone', () => {
    const entries = [entry({ type: 'assessment' })]
    const until = tierUntil(entries, 180, today)
    if (until === null) throw new Error('T1 must fall')
    expect(score(entries, 180, until).points).toBe(1)
    expect(score(entries, 180, addDays(until, 1)).points).toBe(0)
  })

  test('a tier that falls at the next midnight holds until today', () => {
    const entries = Array.from({ length: 10 }, () => entry({ type: 'assessment' }))
    const until = tierUntil(entries, 365, today)
    if (until === null) throw new Error('T2 must fall')
    expect(tierUntil(entries, 365, until)).toBe(until)
    expect(standing(entries, 365, addDays(until, 1)).tier).toBe('T1')
  })

  test('what is recorded for later days is not added', () => {
    const entries = [entry({ type: 'assessment' })]
    const later = entry({ type: 'assessment', occurred_on: '2026-06-01' })
    expect(tierUntil([...entries, later], 365, today)).toBe(tierUntil(entries, 365, today))
  })

  test('is the last day with the tier, as stepping day by day finds it', () => {
    fc.assert(
      fc.property(evidenceLog, halfLife, (entries, days) => {
        const from = fromDayNumber(lastDay)
        const { tier } = standing(entries, days, from)
        const until = tierUntil(entries, days, from)
        if (tier === 'T0') {
          expect(until).toBeNull()
          return
        }
        let day = lastDay
        while (standing(entries, days, fromDayNumber(day + 1)).tier === tier) day += 1
        expect(until).toBe(fromDayNumber(day))
      }),
      { numRuns: 25 },
    )
  })
})

describe('verifiedUntil', () => {
  const many = (type: 'session' | 'endorsement', count: number) =>
    Array.from({ length: count }, () => entry({ type }))

  test('ends with the assessment when the rest would last longer', () => {
    const entries = [entry({ type: 'assessment' }), ...many('session', 60), ...many('endorsement', 30)]
    expect(verifiedUntil(entries, 730, today, true)).toBe(addDays(today, 365))
  })

  test('ends with the tier when that falls sooner', () => {
    const entries = [entry({ type: 'assessment' }), ...many('session', 3), ...many('endorsement', 1)]
    const until = verifiedUntil(entries, 180, today, true)
    expect(until).toBe(tierUntil(entries, 180, today))
    expect(dayNumber(until ?? today) - dayNumber(today)).toBeLessThan(365)
  })

  test('null when not verified: suspended, disputed, weak, never assessed', () => {
    const strong = [entry({ type: 'assessment' }), ...many('session', 20), ...many('endorsement', 5)]
    expect(verifiedUntil(strong, 365, today, true)).not.toBeNull()
    expect(verifiedUntil(strong, 365, today, false)).toBeNull()
    const disputed = entry({ type: 'session', status: 'disputed' })
    expect(verifiedUntil([...strong, disputed], 365, today, true)).toBeNull()
    expect(verifiedUntil([entry({ type: 'assessment' })], 365, addDays(today, 200), true)).toBeNull()
    expect(verifiedUntil(strong.slice(1), 365, today, true)).toBeNull()
  })

  test('is the last verified day, as stepping day by day finds it', () => {
    const practised = fc
      .tuple(evidenceLog, fc.integer({ min: 0, max: 30 }))
      .map(([entries, count]) => [
        ...entries.map((one) => (one.status === 'disputed' ? { ...one, status: 'valid' as const } : one)),
        ...Array.from({ length: count }, () =>
          entry({ type: 'session', occurred_on: fromDayNumber(lastDay) }),
        ),
      ])
    const verifiedOn = (entries: Parameters<typeof standing>[0], days: number, day: number): boolean => {
      const asOf = fromDayNumber(day)
      return isVerified(standing(entries, days, asOf), entries, asOf, true)
    }
    fc.assert(
      fc.property(practised, halfLife, (entries, days) => {
        const until = verifiedUntil(entries, days, fromDayNumber(lastDay), true)
        let day = lastDay - 1
        while (verifiedOn(entries, days, day + 1)) day += 1
        expect(until).toBe(day < lastDay ? null : fromDayNumber(day))
      }),
    )
  })
})
