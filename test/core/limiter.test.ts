import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLimit, limitHeaders, take } from '../../src/core/limiter.ts'

const standard = { per_minute: 1000, burst: 100 }
const start = Date.parse('2026-03-20T12:00:00.000Z')

test('the headers of a first request', () => {
  const outcome = take(createLimit(), standard, start)
  expect(outcome).toMatchObject({ allowed: true, retryAfterSeconds: 0 })
  expect(limitHeaders(standard, outcome, start)).toEqual({
    'RateLimit-Policy': '"burst";q=100;w=6, "minute";q=1000;w=60',
    RateLimit: '"burst";r=99;t=1, "minute";r=999;t=60',
    'X-RateLimit-Limit': '1000',
    'X-RateLimit-Remaining': '999',
    'X-RateLimit-Reset': String(start / 1000 + 60),
  })
})

test('the minute resets when its oldest request leaves', () => {
  const state = createLimit()
  take(state, standard, start)
  const { minute } = take(state, standard, start + 20_000)
  expect(minute).toEqual({ remaining: 998, resetSeconds: 40 })
})

test('the burst refills at the rate of the minute', () => {
  const limits = { per_minute: 60, burst: 2 }
  const state = createLimit()
  const asked = [0, 0, 0, 999, 1000, 1000].map((after) => take(state, limits, start + after))
  expect(asked.map(({ allowed }) => allowed)).toEqual([true, true, false, false, true, false])
  expect(asked[1]?.burst).toEqual({ remaining: 0, resetSeconds: 2 })
  expect(asked[2]?.retryAfterSeconds).toBe(1)
})

test('the minute is a hard cap, however patient the burst', () => {
  const limits = { per_minute: 5, burst: 5 }
  const state = createLimit()
  for (let sent = 0; sent < 5; sent++) take(state, limits, start)
  const denied = take(state, limits, start + 30_000)
  expect(denied).toMatchObject({ allowed: false, burst: { remaining: 2 }, retryAfterSeconds: 30 })
  expect(take(state, limits, start + 60_000).allowed).toBe(true)
})

test('a request leaves the window a minute after the last one of its second', () => {
  const limits = { per_minute: 2, burst: 2 }
  const state = createLimit()
  take(state, limits, start + 100)
  take(state, limits, start + 900)
  expect(take(state, limits, start + 60_899).allowed).toBe(false)
  expect(take(state, limits, start + 60_900).allowed).toBe(true)
})

test('lowered limits hold at once, raised ones too', () => {
  const state = createLimit()
  for (let sent = 0; sent < 50; sent++) take(state, standard, start)
  expect(take(state, { per_minute: 20, burst: 100 }, start).allowed).toBe(false)
  expect(take(state, { per_minute: 1000, burst: 20 }, start).allowed).toBe(false)
  expect(take(state, standard, start).allowed).toBe(true)
})

describe('a clock that goes back', () => {
  test('a little: nothing is refilled twice', () => {
    const limits = { per_minute: 60, burst: 1 }
    const state = createLimit()
    take(state, limits, start)
    expect(take(state, limits, start - 5_000).allowed).toBe(false)
    expect(take(state, limits, start + 999).allowed).toBe(false)
    expect(take(state, limits, start + 1_000).allowed).toBe(true)
  })
  test('by days, as when the sandbox is reset: the key starts afresh', () => {
    const limits = { per_minute: 60, burst: 1 }
    const state = createLimit()
    take(state, limits, start)
    const outcome = take(state, limits, start - 86_400_000)
    expect(outcome).toMatchObject({ allowed: true, minute: { remaining: 59 } })
  })
})

const limits = fc.record({
  per_minute: fc.integer({ min: 1, max: 40 }),
  burst: fc.integer({ min: 1, max: 40 }),
})
const pauses = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 20_000 })),
  { maxLength: 300 },
)

function instants(gaps: readonly number[], offset: number): number[] {
  let now = start + offset
  return gaps.map((gap) => (now += gap))
}

describe('properties', () => {
  test('no 60 s hold more than per_minute, and no span more than its refill above the burst', () => {
    fc.assert(
      fc.property(limits, pauses, fc.nat({ max: 999 }), (limit, gaps, offset) => {
        const state = createLimit()
        const passed = instants(gaps, offset).filter((now) => take(state, limit, now).allowed)
        for (const [at, first] of passed.entries()) {
          const later = passed.slice(at)
          expect(later.filter((now) => now < first + 60_000).length).toBeLessThanOrEqual(limit.per_minute)
          for (const [count, now] of later.entries()) {
            const refill = ((now - first) * limit.per_minute) / 60_000
            expect(count + 1).toBeLessThanOrEqual(limit.burst + refill + 1e-6)
          }
        }
      }),
    )
  })

  test('a denial consumes nothing', () => {
    fc.assert(
      fc.property(limits, pauses, (limit, gaps) => {
        const [stormed, calm] = [createLimit(), createLimit()]
        for (const now of instants(gaps, 0)) {
          const outcome = take(stormed, limit, now)
          if (!outcome.allowed) {
            for (let again = 0; again < 3; again++) expect(take(stormed, limit, now)).toEqual(outcome)
            continue
          }
          const { burst, minute, ...rest } = take(calm, limit, now)
          expect(rest).toEqual({ allowed: true, retryAfterSeconds: 0 })
          expect(minute).toEqual(outcome.minute)
          expect(burst).toEqual(outcome.burst)
        }
      }),
    )
  })

  test('who waits as long as told gets through, and what remains is really there', () => {
    fc.assert(
      fc.property(limits, pauses, (limit, gaps) => {
        const state = createLimit()
        let now = start
        for (const gap of gaps) {
          now += gap
          const outcome = take(state, limit, now)
          if (!outcome.allowed) {
            expect(outcome.retryAfterSeconds).toBeGreaterThanOrEqual(1)
            now += outcome.retryAfterSeconds * 1000
            expect(take(state, limit, now).allowed).toBe(true)
            continue
          }
          const copy = { ...state, counts: state.counts.slice(), lasts: state.lasts.slice() }
          const promised = Math.min(outcome.burst.remaining, outcome.minute.remaining)
          for (let count = 0; count < promised; count++) expect(take(copy, limit, now).allowed).toBe(true)
          expect(take(copy, limit, now).allowed).toBe(false)
        }
      }),
    )
  })
})
