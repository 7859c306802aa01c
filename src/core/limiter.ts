export interface Limits {
  readonly per_minute: number
  readonly burst: number
}

/** What one key has used. Changed in place: there is one for each key and request, so it must be cheap. */
export interface LimitState {
  /** Latest instant seen, ms. */
  at: number
  /** Requests of the burst that are not yet refilled; decays with time. */
  debt: number
  /** Latest second seen. */
  second: number
  /** Requests in the window: their sum, and by second modulo 61. */
  used: number
  readonly counts: Uint32Array
  /** By second modulo 61: the millisecond of the last request in that second. */
  readonly lasts: Uint16Array
}

export interface Allowance {
  readonly remaining: number
  /** burst: until it is full again. minute: until the oldest counted request leaves the window. */
  readonly resetSeconds: number
}

export interface LimitOutcome {
  readonly allowed: boolean
  readonly burst: Allowance
  readonly minute: Allowance
  /** 0 when allowed; otherwise after this time the request passes, if nothing else is sent. */
  readonly retryAfterSeconds: number
}

/**
 * The second under way and the sixty before it. The requests of a second leave the window together, 60 s after
 * the last of them: none leaves early, so no 60 s anywhere hold more than the limit.
 */
const buckets = 61
const windowMs = 60_000
/** Below any real share of a request, above what rounding can add up to. */
const rounding = 1e-9

export function createLimit(): LimitState {
  return {
    at: 0,
    debt: 0,
    second: 0,
    used: 0,
    counts: new Uint32Array(buckets),
    lasts: new Uint16Array(buckets),
  }
}

/** As text, for a state that several processes share. */
export function encodeLimit({ at, debt, second, used, counts, lasts }: LimitState): string {
  return JSON.stringify([at, debt, second, used, ...counts, ...lasts])
}

/** @throws SyntaxError when it is no text of `encodeLimit` */
export function decodeLimit(text: string): LimitState {
  const numbers: unknown = JSON.parse(text)
  if (!Array.isArray(numbers) || numbers.length !== 4 + 2 * buckets)
    throw new SyntaxError('No state of a limit')
  const [at = 0, debt = 0, second = 0, used = 0, ...rest] = numbers.map(Number)
  const counts = Uint32Array.from(rest.slice(0, buckets))
  return { at, debt, second, used, counts, lasts: Uint16Array.from(rest.slice(buckets)) }
}

/** Asks for one request. Both limits must let it pass; when one does not, neither is charged. */
export function take(state: LimitState, limits: Limits, nowMs: number): LimitOutcome {
  advance(state, limits, nowMs)
  const wait = Math.max(burstWait(state, limits), minuteWait(state, limits.per_minute - 1))
  const allowed = wait <= 0
  if (allowed) {
    state.debt += 1
    state.used += 1
    const bucket = state.second % buckets
    state.counts[bucket] = (state.counts[bucket] ?? 0) + 1
    state.lasts[bucket] = Math.ceil(state.at - state.second * 1000)
  }
  return {
    allowed,
    burst: {
      remaining: Math.max(0, Math.floor(limits.burst - state.debt + rounding)),
      resetSeconds: wholeSeconds((state.debt * 60) / limits.per_minute),
    },
    minute: {
      remaining: Math.max(0, limits.per_minute - state.used),
      resetSeconds: wholeSeconds(minuteWait(state, state.used - 1)),
    },
    retryAfterSeconds: allowed ? 0 : Math.max(1, wholeSeconds(wait)),
  }
}

/** The five headers of an answer, in IETF draft-10 spelling and in the older one. */
export function limitHeaders(
  limits: Limits,
  { burst, minute }: LimitOutcome,
  nowMs: number,
): Record<string, string> {
  const burstWindow = Math.ceil((limits.burst * 60) / limits.per_minute)
  return {
    'RateLimit-Policy': `"burst";q=${limits.burst};w=${burstWindow}, "minute";q=${limits.per_minute};w=60`,
    RateLimit: `"burst";r=${burst.remaining};t=${burst.resetSeconds}, "minute";r=${minute.remaining};t=${minute.resetSeconds}`,
    'X-RateLimit-Limit': String(limits.per_minute),
    'X-RateLimit-Remaining': String(minute.remaining),
    'X-RateLimit-Reset': String(Math.ceil(nowMs / 1000) + minute.resetSeconds),
  }
}

/**
 * Lets time pass. A clock that slipped back a little stands still until it has caught up; one that was set
 * back by more than the window starts afresh, or the key would stay shut until then.
 */
function advance(state: LimitState, limits: Limits, nowMs: number): void {
  const setBack = state.at - nowMs > windowMs
  const now = setBack ? nowMs : Math.max(nowMs, state.at)
  const second = Math.floor(now / 1000)
  if (setBack || second - state.second >= buckets) {
    state.counts.fill(0)
    state.used = 0
  } else {
    for (let passed = state.second + 1; passed <= second; passed++) forget(state, passed % buckets)
    if (leaves(state, second - buckets + 1) <= now) forget(state, (second + 1) % buckets)
  }
  state.debt = setBack ? 0 : Math.max(0, state.debt - ((now - state.at) * limits.per_minute) / 60_000)
  state.at = now
  state.second = second
}

function forget(state: LimitState, bucket: number): void {
  state.used -= state.counts[bucket] ?? 0
  state.counts[bucket] = 0
}

/** When the requests of a second leave the window. */
function leaves({ lasts }: LimitState, second: number): number {
  return second * 1000 + (lasts[(second + buckets) % buckets] ?? 0) + windowMs
}

/** GCRA: seconds until the bucket has room for one more. */
function burstWait({ debt }: LimitState, { burst, per_minute }: Limits): number {
  const excess = debt + 1 - burst
  return excess <= rounding ? 0 : (excess * 60) / per_minute
}

/** Seconds until no more than `target` requests are counted. */
function minuteWait(state: LimitState, target: number): number {
  let left = state.used
  for (let oldest = state.second - buckets + 1; left > Math.max(0, target); oldest++) {
    left -= state.counts[(oldest + buckets) % buckets] ?? 0
    if (left <= target) return (leaves(state, oldest) - state.at) / 1000
  }
  return 0
}

function wholeSeconds(seconds: number): number {
  return Math.max(0, Math.ceil(seconds - rounding))
}
