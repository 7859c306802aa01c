import type { Surface } from './io.ts'

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "in 5 days", "2 hours ago", "just now". */
export function relative(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1_000)
  const size = Math.abs(seconds)
  if (size < 60) return seconds > 0 ? 'in a moment' : 'just now'
  return told(size, seconds > 0)
}

/** The same for a date, which has no hour: "today", "yesterday", "8 months ago". */
export function relativeDay(day: string, now: number): string {
  const days = Math.round((Date.parse(day) - startOfDay(now)) / 86_400_000)
  if (days === 0) return 'today'
  if (days === -1) return 'yesterday'
  return days === 1 ? 'tomorrow' : told(Math.abs(days) * 86_400, days > 0)
}

function startOfDay(now: number): number {
  return now - (now % 86_400_000)
}

function told(size: number, ahead: boolean): string {
  const [unit, length] =
    units.find(([, seconds]) => size >= seconds * (seconds >= 7 * 86_400 ? 1.5 : 1)) ?? units[5]
  const count = Math.round(size / length)
  const span = `${count} ${unit}${count === 1 ? '' : 's'}`
  return ahead ? `in ${span}` : `${span} ago`
}

/** "19 Nov 2026 12:05 UTC". */
export function absolute(instant: string): string {
  return `${date(instant)} ${instant.slice(11, 16)} UTC`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "19 Nov 2026", of a date or an instant. */
export function date(day: string): string {
  const [year = '', month = '', dayOfMonth = ''] = day.slice(0, 10).split('-')
  return `${Number(dayOfMonth)} ${months[Number(month) - 1] ?? ''} ${year}`
}

/** For cards: when it was, told both ways; exact where a program reads. */
export function moment(instant: string | null, { tty, now, paint }: Surface): string | null {
  if (instant === null || !tty) return instant
  return `${relative(instant, now)} ${paint.faint(`· ${absolute(instant)}`)}`
}

/** "1 h 30 min". */
export function span(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  return told.length === 0 ? '0 s' : told.slice(0, 2).join(' ')
}
