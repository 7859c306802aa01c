import type { Instant } from './instant.ts'

export type InviteStatus =
  | 'pending'
  | 'accepted'
  | 'in_progress'
  | 'completed'
  | 'declined'
  | 'expired'
  | 'cancelled'

/** The fields of an invite that its steps read. */
export interface Invite {
  readonly id: string
  readonly status: InviteStatus
  readonly expires_at: Instant
  readonly span_seconds: number
  readonly due_at: Instant | null
  readonly started_at: Instant | null
  readonly time_limit_seconds: number | null
}

/** Before the start only: an assessment under way has a due time instead. */
export function isExpired(invite: Pick<Invite, 'status' | 'expires_at'>, now: Instant): boolean {
  return (invite.status === 'pending' || invite.status === 'accepted') && now >= invite.expires_at
}

/** The status at this instant, whether or not the expiry was written down yet. */
export function statusAt(invite: Invite, now: Instant): InviteStatus {
  return isExpired(invite, now) ? 'expired' : invite.status
}
