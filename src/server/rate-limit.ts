import { ApiError } from '../core/error.ts'
import {
  createLimit,
  decodeLimit,
  encodeLimit,
  limitHeaders,
  take,
  type LimitOutcome,
  type LimitState,
} from '../core/limiter.ts'
import type { KeyRow } from '../store/rows.ts'
import type { Shared } from '../store/shared.ts'
import type { Exchange } from './exchange.ts'

export interface RateLimiter {
  /** Takes one request from the key's limits. @throws ApiError RATE_LIMITED */
  take(key: KeyRow, exchange: Exchange): Promise<void> | void
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
      if (!outcome.allowed) throw denied(exchange, limits, outcome)
    },
  }
}

/** An unused limit is full again after this. */
const sharedMs = 2 * 60_000

/** One limit for all processes on a store: every request asks where all of them look. */
export function createSharedRateLimiter(
  shared: Shared,
  override: RateLimiterOptions['override'],
): RateLimiter {
  return {
    forget: () => undefined,
    async take(key, exchange) {
      if (override === 'off') return
      const limits = limitsOf(key, override)
      const { outcome, now } = await shared.swap(`limit:${key.id}`, sharedMs, (text, now) => {
        const state = text === null ? createLimit() : decodeLimit(text)
        const outcome = take(state, limits, now)
        return { state: encodeLimit(state), answer: { outcome, now } }
      })
      Object.assign(exchange.answer.headers, limitHeaders(limits, outcome, now))
      if (!outcome.allowed) throw denied(exchange, limits, outcome)
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

function denied(
  exchange: Exchange,
  limits: { per_minute: number; burst: number },
  outcome: LimitOutcome,
): ApiError {
  exchange.deniedBy = outcome.minute.remaining === 0 ? 'minute' : 'burst'
  const wait = outcome.retryAfterSeconds
  return new ApiError(
    'RATE_LIMITED',
    `This key may make ${limits.per_minute} requests a minute and ${limits.burst} at once. Try again in ${wait} s.`,
    { retryAfterSeconds: wait, details: { per_minute: limits.per_minute, burst: limits.burst } },
  )
}
