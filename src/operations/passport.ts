import type { Tier } from '../contract/formats.ts'
import { day, iso, ms, type Instant } from '../core/instant.ts'
import { tierLabel } from '../core/tiers.ts'
import type { UserRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { emit } from './emit.ts'
import { isVerified, type Standing } from './standing.ts'

interface StandingChange {
  readonly before: Tier
  readonly after: Standing
  readonly reason: string
  /** When it happened; now, unless time itself was the reason. */
  readonly at?: Instant
}

/** The two events that follow a change of a standing, in the contract's order. */
export async function emitStandingChange(
  tx: Tx,
  call: Call,
  user: UserRow,
  { before, after, reason, at = iso(call.now) }: StandingChange,
): Promise<void> {
  await emitPassport(tx, call, user, [after.skill.id], at)
  await emitTierChange(tx, call, user, { before, after, reason, at })
}

/** Nothing when the tier is what it was. */
export async function emitTierChange(
  tx: Tx,
  call: Call,
  user: UserRow,
  { before, after, reason, at }: StandingChange,
): Promise<void> {
  const { tier, sci } = after.level
  if (before === tier) return
  const fields = {
    user_id: user.id,
    skill: after.skill.id,
    new_tier: tier,
    new_tier_label: tierLabel(tier),
    previous_tier: before,
    previous_tier_label: tierLabel(before),
    direction: tier > before ? ('up' as const) : ('down' as const),
    sci,
    reason,
  }
  await emit(tx, call, 'skill.tier_changed', fields, at)
}

export async function emitPassport(
  tx: Tx,
  call: Call,
  user: UserRow,
  changed: readonly string[],
  at: Instant = iso(call.now),
): Promise<void> {
  const verified = await isVerified(tx, user, day(ms(at)))
  await emit(tx, call, 'passport.updated', { user_id: user.id, verified, changed_skills: [...changed] }, at)
}
