import { hash } from 'node:crypto'
import { iso, ms } from './instant.ts'
import type { Instant } from './instant.ts'

export interface FailedAttempt {
  /** Which one failed, from 1. */
  readonly attempt: number
  readonly failedAt: Instant
  readonly firstAttemptAt: Instant
  /** What the receiver asked for with 429 or 503. */
  readonly retryAfterSeconds: number | null
  /** Decides the jitter together with the attempt: the delivery's id, so that a run can be repeated. */
  readonly seed: string
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** Milliseconds after each failure until the next attempt starts. */
export const delays: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
  18 * hour,
  24 * hour,
]

export const maxAttempts = delays.length + 1

const patience = 72 * hour
const maxJitter = 15 * minute

/** `Sun, 06 Nov 1994 08:49:37 GMT`, the one spelling that is still sent. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * When to try again; null when the delivery is exhausted. `Retry-After` only ever puts an attempt off, at
 * the latest to the deadline: a receiver cannot give up a delivery for us.
 */
export function nextAttempt({
  attempt,
  failedAt,
  firstAttemptAt,
  retryAfterSeconds,
  seed,
}: FailedAttempt): Instant | null {
  const delay = delays[attempt - 1]
  if (delay === undefined) return null
  const last = ms(deadline(firstAttemptAt))
  const chance = chanceOf(seed, attempt)
  const after = (wait: number) => ms(failedAt) + wait + jitter(wait, chance)
  if (after(delay) > last) return null
  return iso(Math.min(last, after(Math.max(delay, (retryAfterSeconds ?? 0) * second))))
}

/** No attempt starts later than this. */
export function deadline(firstAttemptAt: Instant): Instant {
  return iso(ms(firstAttemptAt) + patience)
}

/**
 * Seconds to wait by a `Retry-After` header, a number of them or an HTTP date; null when it is neither.
 * @param nowMs Real time: the date is the receiver's.
 */
export function parseRetryAfter(header: string, nowMs: number): number | null {
  const text = header.trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text), patience / second)
  const at = httpDate.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(at)) return null
  return Math.min(Math.max(0, Math.ceil((at - nowMs) / second)), patience / second)
}

/** Only adds: at most a tenth, at most 15 minutes. */
function jitter(wait: number, chance: number): number {
  return Math.floor(chance * Math.min(wait / 10, maxJitter))
}

/** Evenly in [0, 1), the same for the same delivery and attempt. */
function chanceOf(seed: string, attempt: number): number {
  return Number.parseInt(hash('sha256', `${seed}:${attempt}`, 'hex').slice(0, 8), 16) / 2 ** 32
}
