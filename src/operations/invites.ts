import { emailKey } from '../core/email.ts'
import { ApiError } from '../core/error.ts'
import { iso, ms } from '../core/instant.ts'
import { ulidFloor } from '../core/ids.ts'
import type { InviteRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'
import { Reply, type Call, type Op } from './call.ts'
import { emit } from './emit.ts'
import { expiryFrom } from './invite-expiry.ts'
import { findInvite, inviteFields, inviteView, mailed, resultOf } from './invite-view.ts'
import { writeMail } from './mail.ts'
import { listPage } from './paging.ts'
import { findSkill, skillInInput } from './skills.ts'
import { liveUser } from './user-rows.ts'

const weekSeconds = 7 * 24 * 3600

export const create: Op<'invites', 'create'> = async (tx, input, call) => {
  const skill = await skillInInput(tx, input.skill)
  if (input.user_id !== undefined) await liveUser(tx, input.user_id, 'user_id')
  const expires_at = expiryFrom(input, call.now, weekSeconds)
  if (input.if_exists !== 'create') {
    const open = await openInvite(tx, input.candidate_email, skill.id)
    if (open !== undefined) return duplicate(open, input.if_exists, call)
  }
  const invite: InviteRow = {
    id: call.newId('inv'),
    status: 'pending',
    candidate_email: input.candidate_email,
    email_key: emailKey(input.candidate_email),
    candidate_name: input.candidate_name ?? null,
    user_id: input.user_id ?? null,
    skill: skill.id,
    expires_at,
    span_seconds: Math.round((ms(expires_at) - call.now) / 1000),
    due_at: null,
    created_at: iso(call.now),
    accepted_at: null,
    started_at: null,
    completed_at: null,
    closed_at: null,
    closed_reason: null,
    external_id: input.external_id ?? null,
    redirect_url: input.redirect_url ?? null,
    time_limit_seconds: input.time_limit_seconds ?? null,
    metadata: input.metadata ?? {},
    send_email: input.send_email,
    delivery: mailed(input.send_email, call),
    link_version: 1,
    result_id: null,
  }
  await tx.insert('invites', invite)
  await emit(tx, call, 'invite.created', inviteFields(invite))
  await writeMail(tx, call, invite)
  call.count('invites_sent')
  return inviteView(invite, null, call)
}

/** The newest invite of this candidate for this skill that can still lead to a result. */
async function openInvite(tx: ReadTx, email: string, skill: string): Promise<InviteRow | undefined> {
  const open: InviteRow[] = []
  for (const status of ['pending', 'accepted', 'in_progress']) {
    const where = { candidate_email: emailKey(email), skill, status }
    open.push(...(await tx.page('invites', { where, limit: 1 })).rows)
  }
  return open.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
}

function duplicate(open: InviteRow, ifExists: 'return' | 'error', call: Call) {
  if (ifExists === 'return') return new Reply(200, inviteView(open, null, call))
  throw new ApiError(
    'INVITE_DUPLICATE',
    `${open.candidate_email} already has the open invite ${open.id} for ${open.skill}. ` +
      'Resend or extend that one, or send if_exists: "return" or "create".',
    { param: 'candidate_email', details: { existing_invite_id: open.id, status: open.status } },
  )
}

export const list: Op<'invites', 'list'> = async (tx, input, call) => {
  const { status, candidate_email, skill, user_id, external_id, created_after, created_before } = input
  const page = await listPage(tx, call, input, {
    table: 'invites',
    where: {
      status,
      candidate_email: candidate_email === undefined ? undefined : emailKey(candidate_email),
      skill: skill === undefined ? undefined : ((await findSkill(tx, skill))?.id ?? skill),
      user_id,
      external_id,
    },
    from: created_after === undefined ? undefined : `inv_${ulidFloor(ms(created_after) + 1)}`,
    until: created_before === undefined ? undefined : `inv_${ulidFloor(ms(created_before))}`,
    view: (row) => row,
  })
  const data = []
  for (const row of page.data) data.push(inviteView(row, await resultOf(tx, row), call))
  return { ...page, data }
}

export const get: Op<'invites', 'get'> = async (tx, { id }, call) => {
  const invite = await findInvite(tx, id)
  return inviteView(invite, await resultOf(tx, invite), call)
}

export { accept, cancel, complete, decline, extend, resend, start } from './invite-steps.ts'
export { ofInvite as result } from './results.ts'
