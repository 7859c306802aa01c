import { parseDuration } from '../core/duration.ts'
import { ApiError } from '../core/error.ts'
import { iso, ms, type Instant } from '../core/instant.ts'
import { checkExpiry } from '../core/invite.ts'

interface Until {
  readonly expires_at?: string | undefined
  readonly expires_in?: string | number | undefined
}

/** The instant that a request names in either way. @throws ApiError INVITE_EXPIRY_INVALID */
export function expiryFrom({ expires_at, expires_in }: Until, now: number, defaultSeconds?: number): Instant {
  const until = expires_at === undefined ? now + seconds(expires_in ?? defaultSeconds) * 1000 : ms(expires_at)
  const expiry = iso(until)
  checkExpiry(iso(now), expiry)
  return expiry
}

function seconds(duration: string | number | undefined): number {
  const parsed = duration === undefined ? null : parseDuration(duration)
  if (parsed !== null) return Math.min(parsed, 10 ** 9)
  throw new ApiError(
    'INVITE_EXPIRY_INVALID',
    'Say until when: expires_at (an instant) or expires_in (seconds, or such as 7d, 36h, 90m).',
    {
      param: 'expires_in',
    },
  )
}
