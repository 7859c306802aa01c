import { addDays, day, iso, ms } from '../core/instant.ts'
import type { DecayRow, SkillRow, UserRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { emitStandingChange } from './passport.ts'
import { standingIn, type Standing } from './standing.ts'

/** Writes down when time alone will take the tier away; every change of the evidence comes through here. */
export async function noteDecay(tx: Tx, user: UserRow, standing: Standing): Promise<void> {
  const id = rowId(user.id, standing.skill.id)
  const known = await tx.get('decays', id)
  const until = standing.tierUntil
  if (until === null) {
    if (known !== undefined) await tx.remove('decays', id)
    return
  }
  const row: DecayRow = {
    id,
    user_id: user.id,
    skill: standing.skill.id,
    tier: standing.level.tier,
    due_at: `${addDays(until, 1)}T00:00:00.000Z`,
  }
  if (known === undefined) await tx.insert('decays', row)
  else if (known.tier !== row.tier || known.due_at !== row.due_at) await tx.update('decays', row)
}

/** Takes up to `limit` tiers whose time has passed, one fall each, earliest first; answers how many were due. */
export async function decayDue(tx: Tx, call: Call, limit: number): Promise<number> {
  const due = await tx.claimDue('decays', iso(call.now), limit)
  for (const row of due) await fall(tx, call, row)
  return due.length
}

/** Brings one skill up to date before its evidence changes: what follows then starts from the tier that was told. */
export async function decayNow(tx: Tx, call: Call, user: UserRow, skill: SkillRow): Promise<void> {
  const now = iso(call.now)
  for (;;) {
    const row = await tx.get('decays', rowId(user.id, skill.id))
    if (row === undefined || row.due_at === null || row.due_at > now) return
    await fall(tx, call, row)
  }
}

/** Nothing decays of someone who was erased. */
export async function forgetDecay(tx: Tx, userId: string): Promise<void> {
  for (const row of await tx.find('decays', 'user_id', userId)) await tx.remove('decays', row.id)
}

/** Happens at its midnight, however late it is noticed. */
async function fall(tx: Tx, call: Call, row: DecayRow): Promise<void> {
  const user = await tx.get('users', row.user_id)
  const skill = await tx.get('skills', row.skill)
  if (user === undefined || skill === undefined || row.due_at === null) {
    throw new Error(`A tier decays without its user or skill: ${row.id}`)
  }
  const after = await standingIn(tx, user, skill, day(ms(row.due_at)))
  await noteDecay(tx, user, after)
  if (after.level.tier === row.tier) return
  await emitStandingChange(tx, call, user, { before: row.tier, after, reason: 'decay', at: row.due_at })
}

function rowId(userId: string, skill: string): string {
  return `${userId} ${skill}`
}
