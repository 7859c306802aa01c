import type { InviteRow } from '../store/rows.ts'
import type { Call } from './call.ts'

const macLength = 22

/** The candidate's link ends in this: the invite's id and an HMAC over it and the link's version; never stored. */
export function inviteToken(
  invite: Pick<InviteRow, 'id' | 'link_version'>,
  call: Pick<Call, 'inviteMac'>,
): string {
  const mac = call.inviteMac(`${invite.id}.${invite.link_version}`).slice(0, macLength)
  return `${invite.id.slice('inv_'.length)}${mac}`
}
