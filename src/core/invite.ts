import { iso, ms } from './instant.ts'
import type { Instant } from './instant.ts'
import {
  alreadySubmitted,
  checkExpiry,
  checkNoShorter,
  notStarted,
  refuseClosed,
  refuseUnlessWaiting,
} from './invite-refusals.ts'
import type { Closed } from './invite-refusals.ts'
import { isExpired } from './invite-status.ts'
import type { Invite, InviteStatus } from './invite-status.ts'

export { checkExpiry } from './invite-refusals.ts'
export { isExpired, statusAt } from './invite-status.ts'
export type { Invite, InviteStatus } from './invite-status.ts'

export type InviteEvent =
  | 'invite.accepted'
  | 'invite.declined'
  | 'invite.cancelled'
  | 'invite.expired'
  | 'assessment.started'
  | 'assessment.completed'

/** The fields that a step may change. */
export interface InviteChanges {
  readonly status?: InviteStatus
  readonly expires_at?: Instant
  readonly due_at?: Instant | null
  readonly accepted_at?: Instant
  readonly started_at?: Instant
  readonly completed_at?: Instant
  readonly closed_at?: Instant
  readonly closed_reason?: string | null
}

/** What a step comes to. No changes and no events: it was taken before, the answer is the invite as it is. */
export interface Step {
  readonly changes: InviteChanges
  /** In the order in which they happened. */
  readonly events: readonly InviteEvent[]
  readonly occurredAt: Instant
}

export interface Completion extends Step {
  /** null when the same score was handed in before: its result stands. */
  readonly result: {
    readonly completion: 'submitted' | 'timed_out'
    readonly started_at: Instant
    readonly time_taken_seconds: number
  } | null
}

export interface Submission {
  readonly score: number
  readonly max_score: number
}

export interface CancelOptions {
  readonly reason?: string | null
  /** Also ends an assessment under way. */
  readonly force?: boolean
}

export function accept(invite: Invite, now: Instant): Step {
  if (refuseClosed(invite, now) !== 'pending') return nothing(now)
  return { changes: { status: 'accepted', accepted_at: now }, events: ['invite.accepted'], occurredAt: now }
}

/** From `pending` it accepts first. Starting again leaves the due time as it is. */
export function start(invite: Invite, now: Instant): Step {
  if (refuseClosed(invite, now) === 'in_progress') return nothing(now)
  const accepted = accept(invite, now)
  const limit = invite.time_limit_seconds
  const due_at = limit === null ? null : iso(ms(now) + limit * 1000)
  return {
    changes: { ...accepted.changes, status: 'in_progress', started_at: now, due_at },
    events: [...accepted.events, 'assessment.started'],
    occurredAt: now,
  }
}

/** Late answers are kept: after the due time they count as `timed_out`. */
export function complete(
  invite: Invite,
  now: Instant,
  submission: Submission,
  earlier: Submission | null,
): Completion {
  if (invite.status === 'completed') {
    if (!sameScore(submission, earlier)) throw alreadySubmitted(invite)
    return { ...nothing(now), result: null }
  }
  if (refuseClosed(invite, now) !== 'in_progress') throw notStarted(invite)
  return { ...closed('completed', now, null, 'assessment.completed'), result: timing(invite, now) }
}

export function decline(invite: Invite, now: Instant, reason: string | null = null): Step {
  refuseUnlessWaiting(invite, now, 'declined')
  return closed('declined', now, reason, 'invite.declined')
}

/** Cancelling again changes nothing. */
export function cancel(invite: Invite, now: Instant, options: CancelOptions = {}): Step {
  if (invite.status === 'cancelled') return nothing(now)
  if (options.force !== true || invite.status !== 'in_progress') {
    refuseUnlessWaiting(invite, now, 'cancelled', ' Send `force: true` to cancel it all the same.')
  }
  return closed('cancelled', now, options.reason ?? null, 'invite.cancelled')
}

/** The candidate gets the original span again, counted from now, and never loses time. */
export function resend(invite: Invite, now: Instant): Step {
  refuseUnlessWaiting(invite, now, 'sent again')
  return until(invite, now, iso(ms(now) + invite.span_seconds * 1000))
}

export function extend(invite: Invite, now: Instant, expiresAt: Instant): Step {
  refuseUnlessWaiting(invite, now, 'extended')
  checkNoShorter(invite, expiresAt)
  checkExpiry(now, expiresAt)
  return until(invite, now, expiresAt)
}

/** Happens at the expiry itself, however late it is noticed. */
export function expire(invite: Invite, now: Instant): Step {
  return isExpired(invite, now) ? closed('expired', invite.expires_at, null, 'invite.expired') : nothing(now)
}

function sameScore(submission: Submission, earlier: Submission | null): boolean {
  return earlier?.score === submission.score && earlier.max_score === submission.max_score
}

function timing({ id, due_at, started_at }: Invite, now: Instant): Completion['result'] {
  if (started_at === null) throw new TypeError(`Invite ${id} is in progress and has no start`)
  return {
    completion: due_at !== null && now > due_at ? 'timed_out' : 'submitted',
    started_at,
    time_taken_seconds: Math.max(0, Math.floor((ms(now) - ms(started_at)) / 1000)),
  }
}

function closed(status: Closed, at: Instant, reason: string | null, event: InviteEvent): Step {
  const completed = status === 'completed' ? { completed_at: at } : {}
  return {
    changes: { status, ...completed, closed_at: at, closed_reason: reason },
    events: [event],
    occurredAt: at,
  }
}

function until(invite: Invite, now: Instant, expiresAt: Instant): Step {
  const changes = expiresAt > invite.expires_at ? { expires_at: expiresAt } : {}
  return { changes, events: [], occurredAt: now }
}

function nothing(now: Instant): Step {
  return { changes: {}, events: [], occurredAt: now }
}
