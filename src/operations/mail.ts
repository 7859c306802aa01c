import { iso } from '../core/instant.ts'
import { subject, letter, type Letter } from '../mail/letter.ts'
import type { InviteRow, MailOutbox, MailRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { findInvite } from './invite-view.ts'
import { candidateLink } from './invite-link.ts'
import { listPage } from './paging.ts'
import { cancelMail } from './outbox-closing.ts'

/** Keeps the mail that a live service would send; a live service's goes out once its transaction is durable. */
export async function writeMail(tx: Tx, call: Call, invite: InviteRow): Promise<void> {
  const { status } = invite.delivery
  if (status !== 'sent' && status !== 'queued') return
  // Of two that wait the candidate would get both.
  if (status === 'queued') await cancelMail(tx, invite.id)
  await tx.insert('mails', {
    id: call.newId('mail'),
    invite_id: invite.id,
    to: invite.candidate_email,
    subject: subject(await skillName(tx, invite), invite.metadata['locale'], languageOf(call)),
    expires_at: invite.expires_at,
    sent_at: iso(call.now),
    ...(status === 'queued' && { outbox: untried(call) }),
  })
  if (status === 'queued') call.after(() => call.host.outbox?.queued())
}

function untried(call: Call): MailOutbox {
  return {
    status: 'queued',
    taken_at: null,
    attempt_count: 0,
    first_attempt_at: null,
    next_attempt_at: iso(call.now),
    lease_until: null,
    last_error: null,
  }
}

/** With their person goes what was written to them. */
export async function forgetMail(tx: Tx, inviteId: string): Promise<void> {
  for (const mail of await tx.find('mails', 'invite_id', inviteId)) await tx.remove('mails', mail.id)
}

export const mail: Op<'sandbox', 'mail'> = async (tx, input, call) => {
  const { invite_id, to } = input
  const page = await listPage(tx, call, input, {
    table: 'mails',
    where: { invite_id, to },
    view: (row) => row,
  })
  return { ...page, data: await Promise.all(page.data.map((row) => mailView(tx, row, call))) }
}

async function mailView(tx: ReadTx, row: MailRow, call: Call) {
  const { expires_at, outbox: _outbox, ...shown } = row
  const invite = { ...(await findInvite(tx, row.invite_id)), expires_at }
  const { text } = await letterOf(tx, invite, call)
  return { ...shown, object: 'mail' as const, text, link: candidateLink(invite, call) }
}

/** In the language that the invite's metadata name (`locale`: a tag such as `de-CH`), or else in the service's. */
export async function letterOf(tx: ReadTx, invite: InviteRow, call: Call): Promise<Letter> {
  const facts = {
    name: invite.candidate_name,
    skill: await skillName(tx, invite),
    expiresAt: invite.expires_at,
    timeLimitSeconds: invite.time_limit_seconds,
    link: candidateLink(invite, call),
  }
  return letter(facts, invite.metadata['locale'], languageOf(call))
}

function languageOf({ host }: Call) {
  return host.outbox?.language ?? 'en'
}

async function skillName(tx: ReadTx, { skill }: InviteRow): Promise<string> {
  return (await tx.get('skills', skill))?.name ?? skill
}
