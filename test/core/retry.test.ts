import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { iso, ms } from '../../src/core/instant.ts'
import { deadline, maxAttempts, nextAttempt, parseRetryAfter } from '../../src/core/retry.ts'
import type { FailedAttempt } from '../../src/core/retry.ts'

const start = '2026-03-20T12:00:00.000Z'
const hour = 3_600_000

function failed(attempt: number, changes: Partial<FailedAttempt> = {}): FailedAttempt {
  return {
    attempt,
    failedAt: start,
    firstAttemptAt: start,
    retryAfterSeconds: null,
    seed: 'dlv_1',
    ...changes,
  }
}

function wait(fact: FailedAttempt): number {
  const next = nextAttempt(fact)
  return next === null ? Infinity : ms(next) - ms(fact.failedAt)
}

/** The starts of every attempt of a delivery that always fails, each attempt taking `took` ms. */
function run(seed: string, took: number, retryAfterSeconds: number | null = null): number[] {
  const starts = [ms(start)]
  for (let attempt = 1; ; attempt++) {
    const failedAt = iso((starts.at(-1) ?? 0) + took)
    const next = nextAttempt({ attempt, failedAt, firstAttemptAt: start, retryAfterSeconds, seed })
    if (next === null) return starts.map((at) => at - ms(start))
    starts.push(ms(next))
  }
}

describe('the schedule', () => {
  test.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1_800],
    [6, 3_600],
    [7, 7_200],
    [8, 14_400],
    [9, 28_800],
    [10, 43_200],
    [11, 64_800],
    [12, 86_400],
  ])('after failure %i: %i s, and no more than the jitter later', (attempt, seconds) => {
    const most = seconds * 1_000 + Math.min(seconds * 100, 900_000)
    for (let seed = 0; seed < 200; seed++) {
      const waited = wait(failed(attempt, { seed: `dlv_${seed}` }))
      expect(waited).toBeGreaterThanOrEqual(seconds * 1_000)
      expect(waited).toBeLessThan(most)
    }
  })

  test('thirteen attempts, the last 69 h 42 m 35 s after the first and at most 98 min later', () => {
    expect(maxAttempts).toBe(13)
    const least = (69 * 3_600 + 42 * 60 + 35) * 1_000
    for (let seed = 0; seed < 200; seed++) {
      const starts = run(`dlv_${seed}`, 0)
      expect(starts).toHaveLength(13)
      expect(starts.at(-1)).toBeGreaterThanOrEqual(least)
      expect(starts.at(-1)).toBeLessThan(least + 98 * 60_000)
    }
  })

  test('thirteen attempts even when each takes its whole 15 s', () =>
    expect(run('dlv_1', 15_000)).toHaveLength(13))

  test('nothing follows the thirteenth', () => expect(nextAttempt(failed(13))).toBeNull())
})

describe('the deadline', () => {
  test('is 72 h after the first attempt', () => expect(deadline(start)).toBe('2026-03-23T12:00:00.000Z'))
  test('exhausts what would start after it', () => {
    const late = { failedAt: iso(ms(start) + 71.5 * hour) }
    expect(nextAttempt(failed(6, late))).toBeNull()
    expect(nextAttempt(failed(1, late))).not.toBeNull()
  })
  test('exhausts what failed after it, whatever the receiver asks for', () => {
    const late = { failedAt: iso(ms(start) + 80 * hour), retryAfterSeconds: 60 }
    expect(nextAttempt(failed(1, late))).toBeNull()
  })
})

describe('Retry-After', () => {
  test('stretches', () => expect(wait(failed(1, { retryAfterSeconds: 600 }))).toBeGreaterThanOrEqual(600_000))
  test('never shortens', () => expect(wait(failed(6, { retryAfterSeconds: 1 }))).toBe(wait(failed(6))))
  test('reaches to the deadline and no further', () =>
    expect(nextAttempt(failed(1, { retryAfterSeconds: 90 * 86_400 }))).toBe(deadline(start)))
})

describe('properties', () => {
  const seeds = fc.string()
  const took = fc.integer({ min: 0, max: 6 * hour })
  const asked = fc.option(fc.integer({ min: 0, max: 500_000 }))

  test('attempts follow one another, stay within 72 h and number at most thirteen', () => {
    fc.assert(
      fc.property(seeds, took, asked, (seed, each, retryAfter) => {
        const starts = run(seed, each, retryAfter)
        expect(starts.length).toBeLessThanOrEqual(13)
        expect(starts.at(-1)).toBeLessThanOrEqual(72 * hour)
        expect(starts.toSorted((a, b) => a - b)).toEqual(starts)
        expect(run(seed, each, retryAfter)).toEqual(starts)
      }),
    )
  })
  test('asking for more never brings an attempt forward', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: 1, max: 12 }),
        asked,
        fc.nat(500_000),
        (seed, attempt, base, more) => {
          const shorter = wait(failed(attempt, { seed, retryAfterSeconds: base }))
          const longer = wait(failed(attempt, { seed, retryAfterSeconds: (base ?? 0) + more }))
          expect(longer).toBeGreaterThanOrEqual(shorter)
        },
      ),
    )
  })
  test('the jitter spreads evenly over deliveries and differs between attempts', () => {
    const waits = Array.from({ length: 1_000 }, (_, at) => wait(failed(6, { seed: `dlv_${at}` })) - hour)
    const tenths = Array.from({ length: 10 }, (_, at) =>
      waits.filter((jitter) => Math.floor(jitter / 36_000) === at),
    )
    for (const tenth of tenths) expect(tenth.length).toBeGreaterThan(60)
    const shares = [6, 7].map((attempt) => wait(failed(attempt)) / (attempt === 6 ? 1 : 2))
    expect(shares[0]).not.toBe(shares[1])
  })
})

describe('the header Retry-After', () => {
  const now = Date.parse('2026-03-20T12:00:00.250Z')
  test.each([
    ['120', 120],
    [' 0 ', 0],
    ['99999999999999999999', 259_200],
    ['Fri, 20 Mar 2026 12:01:00 GMT', 60],
    ['Fri, 20 Mar 2026 11:00:00 GMT', 0],
    ['Sun, 20 Mar 2033 11:00:00 GMT', 259_200],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['2026-03-20T12:01:00Z', null],
    ['Xxx, 99 Yyy 2026 99:99:99 GMT', null],
  ])('%j is %j s', (header, seconds) => expect(parseRetryAfter(header, now)).toBe(seconds))
})
