import { ConnectionError } from './errors.ts'
import type { SkillpassError } from './errors.ts'

const retriedStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])
const longestServerWait = 60
const firstPause = 500
const longestPause = 8_000

/** One failed try: the error it would become, and what the service advised in X-Should-Retry. */
export interface Failure {
  readonly error: SkillpassError
  readonly advice: string | null
}

/** Milliseconds to wait before the next try, or null when there should be none. */
export function pauseBefore(retry: number, failure: Failure, random: () => number): number | null {
  if (!worthRetrying(failure)) return null
  const asked = failure.error.retryAfter
  if (asked !== null) return asked <= longestServerWait ? asked * 1_000 : null
  const ceiling = Math.min(longestPause, firstPause * 2 ** retry)
  return ceiling * (0.75 + 0.25 * random())
}

/** Whether the same request may fare better later. */
export function worthRetrying({ error, advice }: Failure): boolean {
  if (error instanceof ConnectionError) return error.retryable
  if (error.status === null) return false
  if (error.status === 409) return advice === 'true'
  return retriedStatuses.has(error.status) && advice !== 'false'
}

/** Seconds of a Retry-After header: a count, or an HTTP date. Null when there is none to be read. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header.trim())) return Number(header)
  // Date.parse takes "-1" for a year.
  const instant = /^[A-Za-z]{3,9},/.test(header.trim()) ? Date.parse(header) : Number.NaN
  return Number.isNaN(instant) ? null : Math.max(0, Math.ceil((instant - now) / 1_000))
}
