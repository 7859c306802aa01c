import { iso } from '../core/instant.ts'
import * as machine from '../core/invite.ts'
import type { EvidenceRow, InviteRow, UserRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { noDetails } from './evidence-log.ts'
import { forgetDecay } from './decay.ts'
import { take } from './invite-steps.ts'
import { forgetMail } from './mail.ts'
import { liveUser, userView } from './user-rows.ts'

const nobody = 'erased'
const slice = 200

/**
 * Removes a person: profile, evidence content, results, and their traces on invites, events and in the log. What
 * stays is the tombstone and the links of the evidence chain, which say nothing about anyone.
 */
export const erase: Op<'users', 'erase'> = async (tx, { id }, call) => {
  const user = await liveUser(tx, id)
  const tombstone: UserRow = {
    ...user,
    display_name: nobody,
    email: null,
    email_key: null,
    metadata: {},
    status: 'erased',
    updated_at: iso(call.now),
  }
  await tx.update('users', tombstone)
  for (const entry of await tx.find('evidence', 'user_id', id)) await tx.update('evidence', emptied(entry))
  for (const result of await tx.find('results', 'user_id', id)) await tx.remove('results', result.id)
  await forgetDecay(tx, id)
  await forgetEvents(tx, 'user_id', id)
  const invites = await invitesOf(tx, user)
  for (const invite of invites) await forgetCandidate(tx, invite, call)
  const mentions = [id, ...(user.email ? [user.email] : []), ...invites.flatMap(namesOf)]
  call.after(() => call.host.requestLog.forgetMentions([...new Set(mentions)]))
  return userView(tombstone)
}

function emptied(entry: EvidenceRow): EvidenceRow {
  return {
    ...entry,
    status: 'revoked',
    status_reason: nobody,
    ...noDetails,
    quality: 0,
  }
}

/** Those that the person took, and those that were sent to their address and belong to nobody yet. */
async function invitesOf(tx: ReadTx, user: UserRow): Promise<InviteRow[]> {
  const own = await allInvites(tx, { user_id: user.id })
  if (user.email_key === null) return own
  const sent = await allInvites(tx, { candidate_email: user.email_key })
  return [...own, ...sent.filter((invite) => invite.user_id === null)]
}

async function allInvites(
  tx: ReadTx,
  where: { readonly user_id: string } | { readonly candidate_email: string },
): Promise<InviteRow[]> {
  const found: InviteRow[] = []
  for (let before: string | undefined; ; before = found.at(-1)?.id) {
    const page = await tx.page('invites', { where, limit: slice, ...(before && { before }) })
    found.push(...page.rows)
    if (!page.more) return found
  }
}

function namesOf({ id, candidate_email }: InviteRow): string[] {
  return [id, candidate_email]
}

/** Open invites of an erased person cannot be taken any more; closed ones keep only what happened when. */
async function forgetCandidate(tx: Tx, invite: InviteRow, call: Call): Promise<void> {
  const anonymous: InviteRow = {
    ...invite,
    candidate_email: nobody,
    email_key: nobody,
    candidate_name: null,
    external_id: null,
    redirect_url: null,
    closed_reason: null,
    metadata: {},
    // A mail server's answer names the address that it refused.
    delivery: { ...invite.delivery, last_error: null },
  }
  await forgetEvents(tx, 'invite_id', invite.id)
  await forgetMail(tx, invite.id)
  const open = ['pending', 'accepted', 'in_progress'].includes(invite.status)
  if (!open) return await tx.update('invites', anonymous)
  const step = machine.cancel(invite, iso(call.now), { reason: 'user_erased', force: true })
  await take(tx, call, anonymous, step)
}

async function forgetEvents(tx: Tx, index: 'user_id' | 'invite_id', id: string): Promise<void> {
  for (const row of await tx.find('events', index, id)) {
    const event: Record<string, unknown> = JSON.parse(row.body)
    if (!('candidate_email' in event)) continue
    await tx.update('events', { ...row, body: JSON.stringify({ ...event, candidate_email: nobody }) })
  }
}
