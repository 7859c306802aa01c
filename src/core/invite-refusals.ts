import type { ErrorCode } from '../contract/errors.ts'
import { ApiError } from './error.ts'
import { ms } from './instant.ts'
import type { Instant } from './instant.ts'
import { statusAt } from './invite-status.ts'
import type { Invite, InviteStatus } from './invite-status.ts'

export type Open = 'pending' | 'accepted' | 'in_progress'
export type Closed = Exclude<InviteStatus, Open>

const minSeconds = 60
const maxSeconds = 90 * 86_400

const closedCodes: Readonly<Record<Closed, ErrorCode>> = {
  completed: 'INVITE_COMPLETED',
  declined: 'INVITE_DECLINED',
  expired: 'INVITE_EXPIRED',
  cancelled: 'INVITE_CANCELLED',
}

/** @throws ApiError INVITE_EXPIRED, INVITE_CANCELLED, INVITE_DECLINED, INVITE_COMPLETED */
export function refuseClosed(invite: Invite, now: Instant): Open {
  const status = statusAt(invite, now)
  if (status === 'pending' || status === 'accepted' || status === 'in_progress') return status
  throw new ApiError(closedCodes[status], `Invite ${invite.id} is ${status}. Create a new invite instead.`, {
    details: { status },
  })
}

/**
 * For the steps that end or prolong the wait for a candidate.
 * @throws ApiError INVITE_NOT_OPEN, ASSESSMENT_IN_PROGRESS
 */
export function refuseUnlessWaiting(invite: Invite, now: Instant, done: string, wayOut = ''): void {
  const status = statusAt(invite, now)
  if (status === 'pending' || status === 'accepted') return
  const details = { status, allowed: ['pending', 'accepted'] }
  if (status === 'in_progress') {
    const message = `The assessment of invite ${invite.id} has begun, so it cannot be ${done}.${wayOut}`
    throw new ApiError('ASSESSMENT_IN_PROGRESS', message, { details })
  }
  throw new ApiError('INVITE_NOT_OPEN', `Invite ${invite.id} is ${status} and can no longer be ${done}.`, {
    details,
  })
}

export function notStarted({ id, status }: Invite): ApiError {
  return new ApiError(
    'ASSESSMENT_NOT_STARTED',
    `Invite ${id} is ${status}: start the assessment before completing it.`,
    { details: { status, allowed: ['in_progress'] } },
  )
}

export function alreadySubmitted({ id, status }: Invite): ApiError {
  return new ApiError(
    'ASSESSMENT_ALREADY_SUBMITTED',
    `Invite ${id} was completed with another score. Read its result; a score cannot be replaced.`,
    { details: { status } },
  )
}

/** @throws ApiError INVITE_EXPIRY_INVALID unless it lies 60 s to 90 days ahead, ends included. */
export function checkExpiry(now: Instant, expiresAt: Instant): void {
  const seconds = (ms(expiresAt) - ms(now)) / 1000
  if (seconds <= 0) throw expiryInvalid(`${expiresAt} is not in the future`)
  if (seconds < minSeconds) throw expiryInvalid(`${expiresAt} is less than 60 seconds away`)
  if (seconds > maxSeconds) throw expiryInvalid(`${expiresAt} is more than 90 days away`)
}

/** @throws ApiError INVITE_EXPIRY_INVALID when the candidate would lose time. */
export function checkNoShorter(invite: Invite, expiresAt: Instant): void {
  if (expiresAt >= invite.expires_at) return
  throw expiryInvalid(
    `${expiresAt} is before the present expiry, ${invite.expires_at}, and extending never shortens`,
  )
}

function expiryInvalid(defect: string): ApiError {
  return new ApiError(
    'INVITE_EXPIRY_INVALID',
    `The expiry is invalid: ${defect}. Choose 60 seconds to 90 days from now.`,
    { param: 'expires_at' },
  )
}
