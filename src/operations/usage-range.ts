import { ApiError } from '../core/error.ts'
import { addDays, day, dayNumber } from '../core/instant.ts'

interface Range {
  readonly from: string
  readonly to: string
}

const usualDays = 30
/** The first day that dates can show. */
const firstDay = '0000-01-01'

/** The days that were asked for, both included; without any the last 30. @throws ApiError VALIDATION_FAILED */
export function rangeOf(asked: { readonly [E in keyof Range]?: string | undefined }, now: number): Range {
  const to = asked.to ?? day(now)
  const from = asked.from ?? daysBefore(to, usualDays - 1)
  if (from > to) throw refused(`from (${from}) is after to (${to}).`, 'too_late', `must be ${to} or earlier`)
  return { from, to }
}

/** @throws ApiError VALIDATION_FAILED */
export function refuseLonger({ from, to }: Range, longest: number): void {
  const days = dayNumber(to) - dayNumber(from) + 1
  if (days <= longest) return
  throw refused(
    `from (${from}) to to (${to}) is ${days} days, and an answer has at most ${longest}. Ask in parts.`,
    'too_early',
    `must be ${daysBefore(to, longest - 1)} or later`,
  )
}

function daysBefore(to: string, days: number): string {
  return dayNumber(to) - days < dayNumber(firstDay) ? firstDay : addDays(to, -days)
}

function refused(message: string, code: string, rule: string): ApiError {
  const details = [{ pointer: 'from', code, message: `from ${rule}.` }]
  return new ApiError('VALIDATION_FAILED', message, { param: 'from', details })
}
