import { ApiError } from '../core/error.ts'
import { sameText } from '../core/same-text.ts'
import type { InviteRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'
import { allows, type Call } from './call.ts'

const macLength = 22

type Linked = Pick<InviteRow, 'id' | 'link_version'>
type Macs = Pick<Call, 'inviteMacs'>

/** The candidate's link ends in this: the invite's id and an HMAC over it and the link's version; never stored. */
export function inviteToken(invite: Linked, call: Macs): string {
  const [newest] = tokens(invite, call)
  if (newest === undefined) throw new Error('The server has no secret for links')
  return newest
}

/** With every secret that links were made with. */
function tokens({ id, link_version }: Linked, call: Macs): string[] {
  const macs = call.inviteMacs(`${id}.${link_version}`)
  return macs.map((mac) => `${id.slice('inv_'.length)}${mac.slice(0, macLength)}`)
}

const tokenForm = /^([0-7][0-9a-hjkmnp-tv-z]{25})[\w-]{22}$/

/** The invite that the link leads to. @throws ApiError INVITE_NOT_FOUND, whatever is wrong with the token */
export async function inviteOfToken(tx: ReadTx, token: string, call: Macs): Promise<InviteRow> {
  const ulid = tokenForm.exec(token)?.[1]
  const invite = ulid === undefined ? undefined : await tx.get('invites', `inv_${ulid}`)
  if (invite !== undefined && tokens(invite, call).some((one) => sameText(token, one))) return invite
  throw new ApiError('INVITE_NOT_FOUND', 'This link leads to no invite.')
}

/** Whoever has it can take the assessment: null for callers without invites:write. */
export function candidateLink(invite: Linked, call: Call): string | null {
  return allows(call, 'invites:write') ? `${call.baseUrl}/i/${inviteToken(invite, call)}` : null
}
