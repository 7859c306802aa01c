import { day } from '../core/instant.ts'
import { tierLabel } from '../core/tiers.ts'
import type { UserRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { emit } from './events.ts'
import { isVerified, type Standing } from './standing.ts'

/** The two events that follow a change of evidence, in the contract's order. */
export async function emitStandingChange(
  tx: Tx,
  call: Call,
  user: UserRow,
  change: { readonly before: Standing; readonly after: Standing; readonly reason: string },
): Promise<void> {
  const { before, after, reason } = change
  await emitPassport(tx, call, user, [after.skill.id])
  if (before.level.tier === after.level.tier) return
  await emit(tx, call, 'skill.tier_changed', {
    user_id: user.id,
    skill: after.skill.id,
    new_tier: after.level.tier,
    new_tier_label: tierLabel(after.level.tier),
    previous_tier: before.level.tier,
    previous_tier_label: tierLabel(before.level.tier),
    direction: after.level.tier > before.level.tier ? 'up' : 'down',
    sci: after.level.sci,
    reason,
  })
}

export async function emitPassport(
  tx: Tx,
  call: Call,
  user: UserRow,
  changed: readonly string[],
): Promise<void> {
  await emit(tx, call, 'passport.updated', {
    user_id: user.id,
    verified: await isVerified(tx, user, day(call.now)),
    changed_skills: [...changed],
  })
}
