import { ApiError } from '../core/error.ts'
import { emailKey } from '../core/email.ts'
import { iso } from '../core/instant.ts'
import * as machine from '../core/invite.ts'
import type { InviteRow, UserRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { emit } from './emit.ts'
import { expiryFrom } from './invite-expiry.ts'
import { findInvite, inviteFields, inviteView, mailed, resultOf } from './invite-view.ts'
import { writeMail } from './mail.ts'
import { withoutMail } from './outbox-closing.ts'
import { submit } from './submission.ts'
import { addUser, liveUser } from './user-rows.ts'

export const accept: Op<'invites', 'accept'> = async (tx, { id }, call) => {
  const invite = await findInvite(tx, id)
  const step = machine.accept(invite, iso(call.now))
  return await view(tx, call, await take(tx, call, await linked(tx, call, invite, step), step))
}

/** From `pending` it accepts first, and both events are written. */
export const start: Op<'invites', 'start'> = async (tx, { id }, call) => {
  const invite = await findInvite(tx, id)
  const step = machine.start(invite, iso(call.now))
  return await view(tx, call, await take(tx, call, await linked(tx, call, invite, step), step))
}

export const complete: Op<'invites', 'complete'> = async (tx, { id, ...submission }, call) => {
  const invite = await findInvite(tx, id)
  const earlier = await resultOf(tx, invite)
  if (submission.score > submission.max_score) {
    const message = `score is ${submission.score}, more than max_score ${submission.max_score}.`
    throw new ApiError('VALIDATION_FAILED', message, {
      param: 'score',
      details: [{ pointer: '/score', code: 'too_big', message }],
    })
  }
  const step = machine.complete(invite, iso(call.now), submission, earlier)
  if (step.result === null) return inviteView(invite, earlier, call)
  return await view(tx, call, await submit(tx, call, { invite, step, timing: step.result, submission }))
}

export const decline: Op<'invites', 'decline'> = async (tx, { id, reason }, call) => {
  const invite = await findInvite(tx, id)
  return await view(
    tx,
    call,
    await take(tx, call, invite, machine.decline(invite, iso(call.now), reason ?? null)),
  )
}

export const cancel: Op<'invites', 'cancel'> = async (tx, { id, reason, force }, call) => {
  const invite = await findInvite(tx, id)
  const step = machine.cancel(invite, iso(call.now), { reason: reason ?? null, force })
  return await view(tx, call, await take(tx, call, invite, step))
}

export const resend: Op<'invites', 'resend'> = async (tx, { id }, call) => {
  const invite = await findInvite(tx, id)
  const step = machine.resend(invite, iso(call.now))
  const resent = await take(tx, call, { ...invite, delivery: mailed(true, call) }, step)
  await writeMail(tx, call, resent)
  return await view(tx, call, resent)
}

export const extend: Op<'invites', 'extend'> = async (tx, { id, ...until }, call) => {
  const invite = await findInvite(tx, id)
  const step = machine.extend(invite, iso(call.now), expiryFrom(until, call.now))
  return await view(tx, call, await take(tx, call, invite, step))
}

/** Writes what a step came to: the invite's new state, then its events in their order. */
export async function take(tx: Tx, call: Call, invite: InviteRow, step: machine.Step): Promise<InviteRow> {
  const changed = await withoutMail(tx, { ...invite, ...step.changes })
  await tx.update('invites', changed)
  for (const event of step.events) await tell(tx, call, changed, event, step.occurredAt)
  return changed
}

async function tell(
  tx: Tx,
  call: Call,
  invite: InviteRow,
  event: machine.InviteEvent,
  at: string,
): Promise<void> {
  const fields = inviteFields(invite)
  if (event === 'assessment.completed') throw new Error('The submission tells of its completion itself')
  if (event === 'assessment.started') await emit(tx, call, event, { ...fields, due_at: invite.due_at }, at)
  else if (event === 'invite.accepted') await emit(tx, call, event, { ...fields, status: 'accepted' }, at)
  else await emit(tx, call, event, fields, at)
}

/** Whoever accepts becomes a user: the one named, the one with this e-mail, or a new one. */
async function linked(tx: Tx, call: Call, invite: InviteRow, step: machine.Step): Promise<InviteRow> {
  if (!step.events.includes('invite.accepted')) return invite
  const user = await candidate(tx, call, invite)
  return { ...invite, user_id: user.id }
}

async function candidate(tx: Tx, call: Call, invite: InviteRow): Promise<UserRow> {
  if (invite.user_id !== null) return await liveUser(tx, invite.user_id, 'user_id')
  const [known] = await tx.find('users', 'email', emailKey(invite.candidate_email))
  if (known !== undefined) return known
  const display_name =
    invite.candidate_name ?? invite.candidate_email.slice(0, invite.candidate_email.lastIndexOf('@'))
  return await addUser(tx, call, { display_name, email: invite.candidate_email })
}

async function view(tx: Tx, call: Call, invite: InviteRow) {
  return inviteView(invite, await resultOf(tx, invite), call)
}
