import { z } from 'zod'
import { given, whole } from '../contract/formats.ts'
import { once } from '../contract/lazy.ts'

const msPerDay = 86_400_000
const noon = msPerDay / 2
/** Twenty years of days: enough for any history, and no id would have to be older than 1970. */
const farthest = 7_300

const pastRule = 'must be one of {"days_ago": n}, {"hours_ago": n}, {"minutes_ago": n}'
const anyRule = `${pastRule}, {"days_ahead": n}, {"hours_ahead": n}, {"minutes_ahead": n}`

export const daysAgo = once(() => whole(0, farthest))

const past = once(
  () =>
    [
      z.strictObject({ days_ago: daysAgo() }),
      z.strictObject({ hours_ago: whole(0, farthest * 24) }),
      z.strictObject({ minutes_ago: whole(0, farthest * 1440) }),
    ] as const,
)

const ahead = once(
  () =>
    [
      z.strictObject({ days_ahead: whole(1, farthest) }),
      z.strictObject({ hours_ahead: whole(1, farthest * 24) }),
      z.strictObject({ minutes_ahead: whole(1, farthest * 1440) }),
    ] as const,
)

/** When something happened, counted back from the moment of seeding. */
export const pastMoment = once(() => z.union(past(), { error: given(pastRule) }))

/** Before or after the moment of seeding. */
export const anyMoment = once(() => z.union([...past(), ...ahead()], { error: given(anyRule) }))

export type Moment = z.output<ReturnType<typeof anyMoment>>

/**
 * Days count calendar days in UTC and mean their noon: what is one day old is so at any hour of seeding, and
 * scores come out the same. Hours and minutes count from the very moment.
 */
export function instantOf(moment: Moment, nowMs: number): number {
  if ('days_ago' in moment) return noonOf(-moment.days_ago, nowMs)
  if ('days_ahead' in moment) return noonOf(moment.days_ahead, nowMs)
  if ('hours_ago' in moment) return nowMs - moment.hours_ago * 3_600_000
  if ('hours_ahead' in moment) return nowMs + moment.hours_ahead * 3_600_000
  if ('minutes_ago' in moment) return nowMs - moment.minutes_ago * 60_000
  return nowMs + moment.minutes_ahead * 60_000
}

/** As `instantOf`, at the latest now: today's noon may still lie ahead. */
export function pastInstantOf(moment: Moment, nowMs: number): number {
  return Math.min(instantOf(moment, nowMs), nowMs)
}

function noonOf(days: number, nowMs: number): number {
  return (Math.floor(nowMs / msPerDay) + days) * msPerDay + noon
}
