import { iso, type Instant } from '../core/instant.ts'
import { maxAttempts, nextAttempt } from '../core/retry.ts'
import type { Ending, Outgoing } from '../mail/attempt.ts'
import type { InviteRow, MailOutbox, MailRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { inviteToken } from './invite-link.ts'
import { settled } from './outbox-closing.ts'

interface Sending {
  readonly mail: MailRow
  readonly outbox: MailOutbox
  readonly invite: InviteRow
}

/** Writes one attempt down, with what it means for the mail and its invite. */
export async function recordMail(
  tx: Tx,
  call: Call,
  { mail: leased }: Outgoing,
  ending: Ending,
): Promise<void> {
  const mail = await tx.get('mails', leased.id)
  const invite = await tx.get('invites', leased.invite_id)
  // Its person was erased meanwhile: nothing is kept of them.
  if (mail?.outbox === undefined || invite === undefined) return
  const sending = { mail, invite, outbox: mail.outbox }
  if (ending.trouble === null) return await writeSuccess(tx, sending, iso(call.now))
  // Whoever cancelled it or holds the lease now has the last word.
  if (mail.outbox.lease_until !== leased.outbox?.lease_until) return
  const counted = { ...sending, outbox: { ...mail.outbox, attempt_count: mail.outbox.attempt_count + 1 } }
  const reason = withoutLink(ending.reason, invite, call)
  if (ending.trouble === 'refused') return await writeFailure(tx, counted, reason)
  await writeDelay(tx, counted, reason, iso(call.now))
}

/** True even when it was cancelled meanwhile, or its lease had run out: the candidate has it. */
async function writeSuccess(tx: Tx, { mail, outbox, invite }: Sending, now: Instant): Promise<void> {
  if (outbox.status === 'sent') return
  const taken = { ...settled(outbox, 'sent'), taken_at: now, attempt_count: outbox.attempt_count + 1 }
  await tx.update('mails', { ...mail, outbox: { ...taken, last_error: null } })
  await tell(tx, mail, invite, { status: 'sent', sent_at: now, last_error: null })
}

export async function writeFailure(
  tx: Tx,
  { mail, outbox, invite }: Sending,
  reason: string,
): Promise<undefined> {
  await tx.update('mails', { ...mail, outbox: { ...settled(outbox, 'failed'), last_error: reason } })
  await tell(tx, mail, invite, { status: 'failed', sent_at: null, last_error: reason })
}

/** Once the invite has ended there is nothing to mail any more. */
async function writeDelay(tx: Tx, sending: Sending, reason: string, now: Instant): Promise<void> {
  const { mail, outbox, invite } = sending
  const next = nextAttempt({
    attempt: outbox.attempt_count,
    failedAt: now,
    firstAttemptAt: outbox.first_attempt_at ?? now,
    retryAfterSeconds: null,
    seed: mail.id,
  })
  if (next === null || next >= invite.expires_at) {
    const count = outbox.attempt_count
    const tries = count === 1 ? '1 attempt' : `${count} attempts`
    return await writeFailure(tx, sending, `${reason} (given up after ${tries})`)
  }
  await tx.update('mails', {
    ...mail,
    outbox: {
      ...outbox,
      status: 'queued',
      next_attempt_at: next,
      lease_until: null,
      last_error: reason,
    },
  })
  const plan = `(attempt ${outbox.attempt_count} of ${maxAttempts}; the next at ${shown(next)})`
  await tell(tx, mail, invite, { status: 'queued', sent_at: null, last_error: `${reason} ${plan}` })
}

/** `2026-03-20 12:05:30 UTC`. */
function shown(instant: Instant): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`
}

/** An invite tells of the mail that was written last. */
async function tell(
  tx: Tx,
  mail: MailRow,
  invite: InviteRow,
  delivery: InviteRow['delivery'],
): Promise<void> {
  const newest = (await tx.find('mails', 'invite_id', invite.id)).at(-1)
  if (newest?.id === mail.id) await tx.update('invites', { ...invite, delivery })
}

/** A mail server may quote what it refused, in pieces too. */
function withoutLink(reason: string, invite: InviteRow, call: Call): string {
  const token = inviteToken(invite, call)
  return reason.replaceAll(/[\w-]{6,}/g, (word) => (token.includes(word) ? '…' : word))
}
