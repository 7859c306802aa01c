import { ms, type Instant } from '../../core/instant.ts'
import { markup, type Html } from '../../core/html.ts'

const calendar = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** `28 Nov 2026, 14:05 UTC, in 6 days`: as it was when the page was made. */
export function moment(instant: Instant, now: number): Html {
  const said = `${calendar.format(ms(instant))} UTC`
  return markup`<time datetime="${instant}">${said}</time>, ${relative(ms(instant) - now)}`
}

const words = new Intl.RelativeTimeFormat('en-GB')

/** Cut off, not rounded: nobody is promised more time than there is. */
function relative(span: number): string {
  const minutes = Math.trunc(span / 60_000)
  if (minutes === 0) return span > 0 ? 'in less than a minute' : 'just now'
  if (Math.abs(minutes) < 120) return words.format(minutes, 'minute')
  const hours = Math.trunc(minutes / 60)
  return Math.abs(hours) < 48 ? words.format(hours, 'hour') : words.format(Math.trunc(hours / 24), 'day')
}
