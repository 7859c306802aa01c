import { ApiError } from '../core/error.ts'
import { createLimit, limitHeaders, take, type LimitOutcome, type LimitState } from '../core/limiter.ts'
import type { KeyRow } from '../store/rows.ts'
import type { Exchange } from './exchange.ts'

export interface RateLimiter {
  /** Takes one request from the key's limits. @throws ApiError RATE_LIMITED */
  take(key: KeyRow, exchange: Exchange): void
  forget(): void
}

export interface RateLimiterOptions {
  /** Real time in milliseconds: a frozen service clock must not stop the refill. */
  readonly now: () => number
  /** Requests a minute for every key, or none counted at all; absent: each key's own. */
  readonly override?: number | 'off' | undefined
}

/** Limits live in memory by key id; at most this many are remembered, those that came first go first. */
const remembered = 50_000

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const states = new Map<string, LimitState>()
  return {
    forget: () => states.clear(),
    take(key, exchange) {
      if (options.override === 'off') return
      const limits = limitsOf(key, options.override)
      const now = options.now()
      const outcome = take(recall(states, key.id), limits, now)
      Object.assign(exchange.answer.headers, limitHeaders(limits, outcome, now))
      if (outcome.allowed) return
      exchange.deniedBy = outcome.minute.remaining === 0 ? 'minute' : 'burst'
      throw denied(limits, outcome)
    },
  }
}

function limitsOf(key: KeyRow, override: number | undefined) {
  if (override === undefined) return key
  return { per_minute: override, burst: Math.max(1, Math.ceil(override / 10)) }
}

function recall(states: Map<string, LimitState>, id: string): LimitState {
  const known = states.get(id)
  if (known !== undefined) return known
  if (states.size >= remembered) states.delete(states.keys().next().value ?? '')
  const fresh = createLimit()
  states.set(id, fresh)
  return fresh
}

function denied(limits: { per_minute: number; burst: number }, outcome: LimitOutcome): ApiError {
  const wait = outcome.retryAfterSeconds
  return new ApiError(
    'RATE_LIMITED',
    `This key may make ${limits.per_minute} requests a minute and ${limits.burst} at once. Try again in ${wait} s.`,
    { retryAfterSeconds: wait, details: { per_minute: limits.per_minute, burst: limits.burst } },
  )
}
