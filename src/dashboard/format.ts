const whole = new Intl.NumberFormat('en-GB')
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })
const share = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })
const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** 12,345 */
export function count(value: number): string {
  return whole.format(value)
}

/** 12.3K */
export function shortCount(value: number): string {
  return compact.format(value)
}

/** 0.985 → 98.5% */
export function percent(value: number): string {
  return share.format(value)
}

/** 21 Nov 2026, 15:42:11 UTC */
export function exactTime(instant: string | number): string {
  return `${moment.format(new Date(instant))} UTC`
}

/** 21 Nov 2026 */
export function dayName(instant: string | number): string {
  return day.format(new Date(instant))
}

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** 3 hours ago, in 2 days, now */
export function relativeTime(instant: number, now: number): string {
  const seconds = (instant - now) / 1_000
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit)
  return Math.abs(seconds) < 10 ? 'now' : relative.format(Math.round(seconds), 'second')
}

/** 2 d 4 h, 3 h 12 min, 45 s: what is left of a time that runs out. */
export function remaining(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

/** 12 ms, 1.4 s: how long something took. */
export function took(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}
