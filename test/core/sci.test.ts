import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dayNumber, fromDayNumber } from '../../src/core/instant.ts'
import { decayOf, measure } from '../../src/core/sci-curve.ts'
import { ledger } from '../../src/core/sci-ledger.ts'
import { isVerified, score, standing, unmet } from '../../src/core/sci.ts'
import { entry, evidenceLog, halfLife, lastDay } from './evidence-entries.ts'

const type = z.enum(['session', 'assessment', 'endorsement'])
const vectorFile = z.object({
  constants: z.object({ half_life_days: z.number() }),
  vectors: z.record(
    z.string(),
    z.object({
      as_of: z.string(),
      evidence: z.array(z.tuple([type, z.string(), z.number()])),
      expect: z.object({
        sci_points: z.number(),
        sci: z.number(),
        tier: z.string(),
        confidence: z.number(),
        parts: z.record(type, z.number()).optional(),
      }),
    }),
  ),
})
const { constants, vectors } = vectorFile.parse(
  JSON.parse(readFileSync(new URL('../vectors/sci-vectors.json', import.meta.url), 'utf8')),
)

describe('the vectors of sci-1', () => {
  test.each(Object.entries(vectors))('%s', (_, { as_of, evidence, expect: wanted }) => {
    const entries = evidence.map(([kind, occurred_on, quality]) =>
      entry({ type: kind, occurred_on, quality }),
    )
    const got = score(entries, constants.half_life_days, as_of)
    expect({ sci_points: got.points, sci: got.sci, tier: got.tier, confidence: got.confidence }).toEqual({
      sci_points: wanted.sci_points,
      sci: wanted.sci,
      tier: wanted.tier,
      confidence: wanted.confidence,
    })
    const raw = measure(ledger(entries, as_of), decayOf(constants.half_life_days), dayNumber(as_of))
    for (const [kind, points] of Object.entries(wanted.parts ?? {})) {
      expect(Math.round(raw[type.parse(kind)] * 10) / 10).toBe(points)
    }
  })
  test('there are eleven', () => expect(Object.keys(vectors)).toHaveLength(11))
})

const today = '2026-03-20'
const scoreOf = (...entries: Parameters<typeof score>[0]) => score(entries, 365, today)

describe('what counts', () => {
  test('sessions with one partner on one day count once, the best of them', () => {
    const one = entry({ type: 'session', partner_id: 'p', quality: 0.8 })
    const better = entry({ type: 'session', partner_id: 'p', quality: 1 })
    const other = entry({ type: 'session', partner_id: 'q', quality: 1 })
    expect(scoreOf(one, better).points).toBe(scoreOf(better).points)
    const worse = entry({ type: 'session', partner_id: 'p', quality: 0.2 })
    expect(scoreOf(better, worse).points).toBe(scoreOf(better).points)
    expect(scoreOf(one, other).points).toBeGreaterThan(scoreOf(other).points)
    expect(scoreOf(one, better).contributions.map(({ weight }) => weight)).toEqual([0, 1])
  })

  test('the same partner on another day counts again', () => {
    const one = entry({ type: 'session', partner_id: 'p' })
    const earlier = entry({ type: 'session', partner_id: 'p', occurred_on: '2026-03-19' })
    expect(scoreOf(one, earlier).points).toBeGreaterThan(scoreOf(one).points)
  })

  test('of one endorser the heaviest counts, even when it is older', () => {
    const old = entry({ type: 'endorsement', endorser_id: 'e', quality: 1, occurred_on: '2026-01-01' })
    const fresh = entry({ type: 'endorsement', endorser_id: 'e', quality: 0.4 })
    const scored = scoreOf(old, fresh)
    expect(scored.points).toBe(scoreOf(old).points)
    expect(scored.contributions.map(({ points }) => points > 0)).toEqual([true, false])
  })

  test('an endorser known by id and one known by the same name are two', () => {
    const byId = entry({ type: 'endorsement', endorser_id: 'ada' })
    const byName = entry({ type: 'endorsement', endorser_name: 'ada' })
    const anonymous = [entry({ type: 'endorsement' }), entry({ type: 'endorsement' })]
    expect(scoreOf(byId, byName).points).toBe(150)
    expect(scoreOf(...anonymous).points).toBe(150)
  })

  test('an endorsement without weight is listed and counted, and adds neither points nor confidence', () => {
    const scored = scoreOf(entry({ type: 'endorsement', quality: 0 }))
    expect(scored).toMatchObject({ points: 0, confidence: 0, lastEvidence: today })
    expect(scored.counts).toEqual({ sessions: 0, assessments: 0, endorsements: 1 })
    expect(scored.contributions).toMatchObject([{ points: 0, weight: 0 }])
  })

  test('disputed, revoked and later entries do not exist for the score', () => {
    const scored = scoreOf(
      entry({ type: 'session', status: 'disputed' }),
      entry({ type: 'session', status: 'revoked' }),
      entry({ type: 'session', occurred_on: '2026-03-21' }),
    )
    expect(scored).toMatchObject({ points: 0, lastEvidence: null, contributions: [] })
  })

  test('the dates that answers show', () => {
    const scored = scoreOf(
      entry({ type: 'assessment', quality: 0.59, occurred_on: '2026-03-02' }),
      entry({ type: 'assessment', quality: 0.6, occurred_on: '2026-03-01' }),
      entry({ type: 'session', occurred_on: '2026-03-03' }),
    )
    expect(scored).toMatchObject({
      lastEvidence: '2026-03-03',
      lastAssessment: '2026-03-02',
      lastPassedAssessment: '2026-03-01',
    })
  })
})

describe('verified', () => {
  const strong = [
    entry({ type: 'assessment', quality: 0.9 }),
    entry({ type: 'session' }),
    entry({ type: 'session' }),
    entry({ type: 'session' }),
    entry({ type: 'endorsement' }),
  ]
  const reasons = (entries = strong, asOf = today, active = true) =>
    unmet(score(entries, 365, asOf), entries, asOf, active)

  test('strong, recent, undisputed, active', () => {
    expect(reasons()).toEqual([])
    expect(isVerified(score(strong, 365, today), strong, today, true)).toBe(true)
    expect(isVerified(score(strong, 365, today), strong, today, false)).toBe(false)
  })
  test('suspended', () => expect(reasons(strong, today, false)).toEqual(['user_suspended']))
  test('disputed', () => {
    const disputed = entry({ type: 'session', status: 'disputed' })
    expect(reasons([...strong, disputed])).toEqual(['open_dispute'])
    expect(reasons([...strong, { ...disputed, occurred_on: '2026-03-21' }])).toEqual([])
  })
  test('nothing at all', () =>
    expect(reasons([])).toEqual(['tier_below_T2', 'low_confidence', 'no_recent_passed_assessment']))
  test('confidence of exactly 0.60 is enough', () => {
    const sessions = [1, 2, 3].map(() => entry({ type: 'session' }))
    expect(reasons(sessions)).toEqual(['tier_below_T2', 'no_recent_passed_assessment'])
  })
  test('a passed assessment counts for 365 days', () => {
    const practice = Array.from({ length: 40 }, () => entry({ type: 'session', occurred_on: '2027-03-20' }))
    const endorsed = Array.from({ length: 9 }, () =>
      entry({ type: 'endorsement', occurred_on: '2027-03-20' }),
    )
    const entries = [entry({ type: 'assessment', quality: 0.6 }), ...practice, ...endorsed]
    expect(reasons(entries, '2027-03-20')).toEqual([])
    expect(reasons(entries, '2027-03-21')).toEqual(['no_recent_passed_assessment'])
  })
})

const dayOfLog = fc.integer({ min: lastDay, max: lastDay + 2_000 }).map(fromDayNumber)

describe('properties', () => {
  test('bounds, and contributions and parts that add up exactly', () => {
    fc.assert(
      fc.property(evidenceLog, halfLife, dayOfLog, (entries, days, asOf) => {
        const scored = score(entries, days, asOf)
        const { points, parts, contributions } = scored
        expect(points).toBeGreaterThanOrEqual(0)
        expect(points).toBeLessThanOrEqual(1000)
        expect(scored.confidence).toBeGreaterThanOrEqual(0)
        expect(scored.confidence).toBeLessThan(1.005)
        expect(contributions.reduce((sum, part) => sum + part.points, 0)).toBe(points)
        expect(parts.assessment + parts.session + parts.endorsement).toBe(points)
        expect(contributions).toHaveLength(entries.filter(({ status }) => status === 'valid').length)
        for (const { points: share, weight } of contributions) {
          expect(Number.isInteger(share) && share >= 0 && (share === 0 || weight > 0)).toBe(true)
        }
      }),
    )
  })

  test('each part is the sum of its own entries', () => {
    fc.assert(
      fc.property(evidenceLog, halfLife, dayOfLog, (entries, days, asOf) => {
        const { parts, contributions } = score(entries, days, asOf)
        const kinds = new Map(entries.map((one) => [one.id, one.type]))
        const sums = { assessment: 0, session: 0, endorsement: 0 }
        for (const { evidence_id, points } of contributions)
          sums[kinds.get(evidence_id) ?? 'session'] += points
        expect(parts).toEqual(sums)
      }),
    )
  })

  test('the order of the entries is irrelevant, to the last contribution', () => {
    const shuffled = evidenceLog.chain((entries) =>
      fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
    )
    fc.assert(
      fc.property(shuffled, halfLife, dayOfLog, ([entries, mixed], days, asOf) => {
        expect(score(mixed, days, asOf)).toEqual(score(entries, days, asOf))
      }),
    )
  })

  test('another session or endorsement never lowers the points', () => {
    const addition = evidenceLog.map((entries) => entries.filter(({ type: kind }) => kind !== 'assessment'))
    fc.assert(
      fc.property(evidenceLog, addition, halfLife, dayOfLog, (entries, added, days, asOf) => {
        let points = score(entries, days, asOf).points
        const log = [...entries]
        for (const one of added) {
          log.push({ ...one, id: `added_${one.id}` })
          const next = score(log, days, asOf).points
          expect(next).toBeGreaterThanOrEqual(points)
          points = next
        }
      }),
    )
  })

  test('points and confidence never rise as the date advances', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(evidenceLog, halfLife, steps, (entries, days, advances) => {
        let now = lastDay
        let before = standing(entries, days, fromDayNumber(now))
        for (const advance of advances) {
          now += advance
          const after = standing(entries, days, fromDayNumber(now))
          expect(after.points).toBeLessThanOrEqual(before.points)
          expect(after.confidence).toBeLessThanOrEqual(before.confidence)
          before = after
        }
      }),
    )
  })

  test('a standing is the score without its origin', () => {
    fc.assert(
      fc.property(evidenceLog, halfLife, dayOfLog, (entries, days, asOf) => {
        const { parts: _parts, contributions: _contributions, ...rest } = score(entries, days, asOf)
        expect(standing(entries, days, asOf)).toEqual(rest)
      }),
    )
  })
})
