import { iso } from '../core/instant.ts'
import { expire } from '../core/invite.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { take } from './invite-steps.ts'

/** Expires up to `limit` invites whose time has passed, earliest first; answers how many were due. */
export async function expireDue(tx: Tx, call: Call, limit: number): Promise<number> {
  const due = await tx.claimDue('invites', iso(call.now), limit)
  for (const invite of due) await take(tx, call, invite, expire(invite, iso(call.now)))
  return due.length
}
