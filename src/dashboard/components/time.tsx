import { useNow } from '../clock.ts'
import { exactTime, relativeTime, remaining } from '../format.ts'

/** When something was or will be, seen from the service's now; exactly, in its title. */
export function Time({ at, never = 'never' }: { readonly at: string | null; readonly never?: string }) {
  const now = useNow()
  if (at === null) return <span class="faint">{never}</span>
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(Date.parse(at), now)}
    </time>
  )
}

/** What is left until then, second by second. */
export function Countdown({ to, over }: { readonly to: string; readonly over: string }) {
  const left = Date.parse(to) - useNow('second')
  return (
    <time dateTime={to} title={exactTime(to)} role="timer">
      {left > 0 ? remaining(left) : over}
    </time>
  )
}
