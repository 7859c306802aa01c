import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import * as machine from '../core/invite.ts'
import type { InviteRow, ResultRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'
import type { Call } from './call.ts'
import { candidateLink } from './invite-link.ts'

/** What every invite event tells. */
export function inviteFields(invite: InviteRow) {
  const { id, status, candidate_email, user_id, skill } = invite
  return { invite_id: id, status, candidate_email, user_id, skill }
}

/** As it is at this instant: an expiry holds for readers even while the disk refuses to write it down. */
export function inviteView(row: InviteRow, result: ResultRow | null, call: Call) {
  const invite = { ...row, ...machine.expire(row, iso(call.now)).changes }
  return {
    id: invite.id,
    inviteId: invite.id,
    object: 'invite' as const,
    status: invite.status,
    candidate_email: invite.candidate_email,
    candidate_name: invite.candidate_name,
    user_id: invite.user_id,
    skill: invite.skill,
    expires_at: invite.expires_at,
    due_at: invite.due_at,
    created_at: invite.created_at,
    accepted_at: invite.accepted_at,
    started_at: invite.started_at,
    completed_at: invite.completed_at,
    closed_at: invite.closed_at,
    closed_reason: invite.closed_reason,
    external_id: invite.external_id,
    redirect_url: invite.redirect_url,
    time_limit_seconds: invite.time_limit_seconds,
    metadata: { ...invite.metadata },
    send_email: invite.send_email,
    delivery: { ...invite.delivery },
    invite_url: candidateLink(invite, call),
    result_id: invite.result_id,
    result_status: invite.result_id === null ? null : (result?.status ?? 'voided'),
    mode: call.mode,
  }
}

/** @throws ApiError INVITE_NOT_FOUND */
export async function findInvite(tx: ReadTx, id: string, param = 'id'): Promise<InviteRow> {
  const invite = await tx.get('invites', id)
  if (invite !== undefined) return invite
  throw new ApiError('INVITE_NOT_FOUND', `There is no invite ${id}. List them: GET /v1/assess/invites.`, {
    param,
  })
}

export async function resultOf(tx: ReadTx, invite: InviteRow): Promise<ResultRow | null> {
  return invite.result_id === null ? null : ((await tx.get('results', invite.result_id)) ?? null)
}

/** A sandbox's mail goes no further than its own mailbox, so it has arrived; a live one waits for the outbox. */
export function mailed(send: boolean, call: Call): InviteRow['delivery'] {
  if (!send) return { status: 'suppressed', sent_at: null, last_error: null }
  if (call.mode === 'live') return waiting(call)
  return { status: 'sent', sent_at: iso(call.now), last_error: null }
}

function waiting(call: Call): InviteRow['delivery'] {
  if (call.host.outbox !== null) return { status: 'queued', sent_at: null, last_error: null }
  return { status: 'failed', sent_at: null, last_error: noServer }
}

const noServer =
  'This service has no mail server. Hand the link to the candidate yourself, or send the invite again once it has one.'
