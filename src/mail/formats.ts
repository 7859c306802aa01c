import { formatDuration } from '../core/duration.ts'
import { ms, type Instant } from '../core/instant.ts'

const remembered = 32

/** `27 March 2026 at 12:00 UTC`, as it is written there. */
export function moment(instant: Instant, locale: string): string {
  return `${calendarOf(locale).format(ms(instant))} UTC`
}

const units = { d: 'day', h: 'hour', m: 'minute', s: 'second' } as const

/** `90 minutes`, as it is written there. */
export function span(seconds: number, locale: string): string {
  const short = formatDuration(seconds)
  const unit = Object.entries(units).find(([letter]) => short.endsWith(letter))?.[1] ?? 'second'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Number(short.slice(0, -1)),
  )
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** A calendar is slow to make and large; which ones are asked for, callers decide. */
function calendarOf(locale: string): Intl.DateTimeFormat {
  const calendar =
    calendars.get(locale) ??
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })
  if (calendars.size >= remembered) calendars.clear()
  calendars.set(locale, calendar)
  return calendar
}
