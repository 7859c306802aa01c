import type { InviteRow } from '../store/rows.ts'
import { allows, type Call } from './call.ts'

const macLength = 22

/** The candidate's link ends in this: the invite's id and an HMAC over it and the link's version; never stored. */
export function inviteToken(
  invite: Pick<InviteRow, 'id' | 'link_version'>,
  call: Pick<Call, 'inviteMac'>,
): string {
  const mac = call.inviteMac(`${invite.id}.${invite.link_version}`).slice(0, macLength)
  return `${invite.id.slice('inv_'.length)}${mac}`
}

/** Whoever has it can take the assessment: null for callers without invites:write. */
export function candidateLink(invite: Pick<InviteRow, 'id' | 'link_version'>, call: Call): string | null {
  return allows(call, 'invites:write') ? `${call.baseUrl}/i/${inviteToken(invite, call)}` : null
}
