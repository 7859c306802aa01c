import type { InviteRow, MailOutbox } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'

/** The invite as it is once nobody is asked to start it any more: mail that has not gone out stays here. */
export async function withoutMail(tx: Tx, invite: InviteRow): Promise<InviteRow> {
  if (invite.delivery.status !== 'queued' || isWaiting(invite)) return invite
  await cancelMail(tx, invite.id)
  return { ...invite, delivery: { ...invite.delivery, status: 'suppressed' } }
}

/** Mail asks for a start: afterwards there is none to ask for. */
export function isWaiting({ status }: Pick<InviteRow, 'status'>): boolean {
  return status === 'pending' || status === 'accepted'
}

/** What is being sent at this moment may arrive all the same, but it is not tried again. */
export async function cancelMail(tx: Tx, inviteId: string): Promise<void> {
  for (const mail of await tx.find('mails', 'invite_id', inviteId)) {
    if (mail.outbox?.status !== 'queued' && mail.outbox?.status !== 'sending') continue
    await tx.update('mails', { ...mail, outbox: settled(mail.outbox, 'cancelled') })
  }
}

/** Asks for no more attention. */
export function settled(outbox: MailOutbox, status: 'sent' | 'failed' | 'cancelled'): MailOutbox {
  return { ...outbox, status, next_attempt_at: null, lease_until: null }
}
