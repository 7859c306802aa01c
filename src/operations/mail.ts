import { spellDuration } from '../core/duration.ts'
import { iso, ms } from '../core/instant.ts'
import type { InviteRow, MailRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { findInvite } from './invite-view.ts'
import { candidateLink } from './invite-link.ts'
import { listPage } from './paging.ts'

/** Keeps the mail that a live service would send. */
export async function writeMail(tx: Tx, call: Call, invite: InviteRow): Promise<void> {
  if (invite.delivery.status !== 'sent') return
  await tx.insert('mails', {
    id: call.newId('mail'),
    invite_id: invite.id,
    to: invite.candidate_email,
    subject: `Your ${await skillName(tx, invite)} assessment`,
    expires_at: invite.expires_at,
    sent_at: iso(call.now),
  })
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
  const invite = await findInvite(tx, row.invite_id)
  const link = candidateLink(invite, call)
  const text = wording(invite, { skill: await skillName(tx, invite), expires_at, link })
  return { ...shown, object: 'mail' as const, text, link }
}

async function skillName(tx: ReadTx, { skill }: InviteRow): Promise<string> {
  return (await tx.get('skills', skill))?.name ?? skill
}

interface Facts {
  readonly skill: string
  readonly expires_at: string
  readonly link: string | null
}

function wording(invite: InviteRow, { skill, expires_at, link }: Facts): string {
  const paragraphs = [
    invite.candidate_name === null ? 'Hello,' : `Hello ${invite.candidate_name},`,
    `you are invited to an assessment of your ${skill}. Please start it by ${moment(expires_at)}.`,
    ...(link === null ? [] : [`Your personal link:\n${link}`]),
    ...(invite.time_limit_seconds === null
      ? []
      : [`Once started, you have ${spellDuration(invite.time_limit_seconds)} to finish.`]),
    'If you did not expect this message, you can ignore it. Please do not forward it: the link is yours alone.',
  ]
  return `${paragraphs.join('\n\n')}\n`
}

const calendar = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })

/** `27 March 2026 at 12:00 UTC`. */
function moment(instant: string): string {
  return `${calendar.format(ms(instant))} UTC`
}
