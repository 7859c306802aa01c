import { iso } from '../core/instant.ts'
import type { EvidenceRow, InviteRow, UserRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { liveUser, userView } from './user-rows.ts'

const nobody = 'erased'
const slice = 200

/**
 * Removes a person: profile, evidence content, and their traces on invites, results and events. What stays is
 * the tombstone and the links of the evidence chain, which say nothing about anyone.
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
  for (const result of await tx.find('results', 'user_id', id)) {
    await tx.update('results', { ...result, status: 'voided', sections: [], integrity: null })
  }
  await forgetCandidate(tx, id, call)
  for (const event of await tx.find('events', 'user_id', id)) {
    await tx.update('events', { ...event, body: anonymous(event.body) })
  }
  call.after(() => call.host.requestLog.forgetMentions([id, ...(user.email === null ? [] : [user.email])]))
  return userView(tombstone)
}

function emptied(entry: EvidenceRow): EvidenceRow {
  return {
    ...entry,
    status: 'revoked',
    status_reason: nobody,
    source: null,
    summary: null,
    url: null,
    rating: null,
    partner_id: null,
    score: null,
    max_score: null,
    endorser_id: null,
    endorser_tier: null,
    endorser_name: null,
    quality: 0,
  }
}

/** Open invites of an erased person cannot be taken any more; closed ones keep only what happened when. */
async function forgetCandidate(tx: Tx, userId: string, call: Call): Promise<void> {
  let before: string | undefined
  do {
    const page = await tx.page('invites', {
      where: { user_id: userId },
      limit: slice,
      ...(before && { before }),
    })
    for (const invite of page.rows) {
      await tx.update('invites', withoutCandidate(invite, iso(call.now)))
      for (const event of await tx.find('events', 'invite_id', invite.id)) {
        await tx.update('events', { ...event, body: anonymous(event.body) })
      }
    }
    before = page.more ? page.rows.at(-1)?.id : undefined
  } while (before !== undefined)
}

function withoutCandidate(invite: InviteRow, now: string): InviteRow {
  const open = ['pending', 'accepted', 'in_progress'].includes(invite.status)
  return {
    ...invite,
    candidate_email: nobody,
    email_key: nobody,
    candidate_name: null,
    external_id: null,
    metadata: {},
    ...(open && { status: 'cancelled' as const, closed_at: now, closed_reason: 'user_erased' }),
  }
}

function anonymous(body: string): string {
  const event: Record<string, unknown> = JSON.parse(body)
  return JSON.stringify('candidate_email' in event ? { ...event, candidate_email: nobody } : event)
}
