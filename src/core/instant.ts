/** RFC 3339 UTC with milliseconds: sorts as text. */
export type Instant = string
/** YYYY-MM-DD, UTC: sorts as text. */
export type Day = string

const msPerDay = 86_400_000

export function iso(epochMs: number): Instant {
  return new Date(epochMs).toISOString()
}

export function ms(instant: Instant): number {
  const epochMs = Date.parse(instant)
  if (Number.isNaN(epochMs)) throw new TypeError(`Not an instant: ${instant}`)
  return epochMs
}

/** The UTC day that the instant falls on. */
export function day(epochMs: number): Day {
  return fromDayNumber(Math.floor(epochMs / msPerDay))
}

export function addDays(from: Day, days: number): Day {
  return fromDayNumber(dayNumber(from) + days)
}

/** A day of the calendar, in the one spelling that sorts as text. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && fromDayNumber(dayNumber(text)) === text
}

/**
 * Days since 1970-01-01. Civil-calendar arithmetic on the characters: scoring reads thousands of days a
 * request, and a Date for each would cost more than the model itself.
 */
export function dayNumber(text: Day): number {
  const month = digits(text, 5, 7)
  const year = digits(text, 0, 4) - (month <= 2 ? 1 : 0)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const monthFromMarch = (month + 9) % 12
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + digits(text, 8, 10) - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The day of a number that `dayNumber` gave. */
export function fromDayNumber(number: number): Day {
  return new Date(number * msPerDay).toISOString().slice(0, 10)
}

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - 48
  return value
}
