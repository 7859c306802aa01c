import { iso, ms } from '../core/instant.ts'
import { expire } from '../core/invite.ts'
import { deadline } from '../core/retry.ts'
import type { Outgoing } from '../mail/attempt.ts'
import type { InviteRow, MailOutbox, MailRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { letterOf } from './mail.ts'
import { isWaiting, settled } from './outbox-closing.ts'
import { writeFailure } from './outbox-results.ts'

/** How long a claimed mail may take until its attempt counts as lost: more than any attempt takes. */
const leaseMs = 300_000

/** Leases up to `limit` mails that are due, earliest first: written down before anything is sent. */
export async function claimMail(tx: Tx, call: Call, limit: number): Promise<Outgoing[]> {
  const claimed: Outgoing[] = []
  for (const mail of await tx.claimDue('mails', iso(call.now), limit)) {
    const outgoing = mail.outbox && (await lease(tx, call, mail, mail.outbox))
    if (outgoing !== undefined) claimed.push(outgoing)
  }
  return claimed
}

async function lease(tx: Tx, call: Call, mail: MailRow, outbox: MailOutbox): Promise<Outgoing | undefined> {
  const invite = await openInvite(tx, call, mail)
  if (invite === undefined) return await drop(tx, mail, outbox)
  const first = outbox.first_attempt_at ?? iso(call.now)
  if (deadline(first) < iso(call.now)) {
    const reason = outbox.last_error ?? 'No mail server took it in three days.'
    return await writeFailure(tx, { mail, outbox, invite }, reason)
  }
  const leased: MailRow = {
    ...mail,
    outbox: {
      ...outbox,
      status: 'sending',
      first_attempt_at: first,
      next_attempt_at: null,
      lease_until: iso(call.now + leaseMs),
    },
  }
  await tx.update('mails', leased)
  const letter = await letterOf(tx, invite, call)
  const { to, subject } = mail
  return { mail: leased, message: { id: messageId(mail, call), to, subject, ...letter }, startedAt: call.now }
}

/** Nothing where nobody is asked to start it any more: an expiry holds before it is written down. */
async function openInvite(tx: ReadTx, call: Call, mail: MailRow): Promise<InviteRow | undefined> {
  const invite = await tx.get('invites', mail.invite_id)
  if (invite === undefined) return undefined
  const now = iso(call.now)
  return isWaiting({ ...invite, ...expire(invite, now).changes }) ? invite : undefined
}

async function drop(tx: Tx, mail: MailRow, outbox: MailOutbox): Promise<undefined> {
  await tx.update('mails', { ...mail, outbox: settled(outbox, 'cancelled') })
}

function messageId({ id }: MailRow, { baseUrl }: Call): string {
  return `${id}@${new URL(baseUrl).hostname.replaceAll(/[[\]]/g, '')}`
}

/** Puts back what was leased and never sent, as if it had not been claimed. */
export async function releaseMail(tx: Tx, outgoing: readonly Outgoing[]): Promise<void> {
  for (const { mail: leased, startedAt } of outgoing) {
    const mail = await tx.get('mails', leased.id)
    if (mail?.outbox === undefined || mail.outbox.lease_until !== leased.outbox?.lease_until) continue
    await tx.update('mails', { ...mail, outbox: unleased(mail.outbox, startedAt) })
  }
}

function unleased(outbox: MailOutbox, dueAt: number): MailOutbox {
  return {
    ...outbox,
    status: 'queued',
    first_attempt_at: outbox.attempt_count === 0 ? null : outbox.first_attempt_at,
    next_attempt_at: iso(dueAt),
    lease_until: null,
  }
}

/** Behind so many that are due no later, mail waits for its turn longer than for the end of its lease. */
const lookedThrough = 1_000

/**
 * What a process was sending when it died is due at once, as it was when it was claimed. Only for a store that no
 * other process can have open, before the first claim.
 */
export async function freeLostMail(tx: Tx, now: number): Promise<void> {
  for (const mail of await tx.claimDue('mails', iso(now + leaseMs), lookedThrough)) {
    const { outbox } = mail
    if (outbox?.status !== 'sending' || outbox.lease_until === null) continue
    await tx.update('mails', { ...mail, outbox: unleased(outbox, ms(outbox.lease_until) - leaseMs) })
  }
}

/** When a mail next asks to be sent, epoch milliseconds; null: none waits. */
export async function nextMail(tx: ReadTx): Promise<number | null> {
  const due = await tx.nextDue('mails')
  return due === null ? null : ms(due)
}
