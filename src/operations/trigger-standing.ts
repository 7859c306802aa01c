import { day } from '../core/instant.ts'
import { tierOf, type Tier } from '../core/tiers.ts'
import type { UserRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { emitPassport, emitStandingChange, emitTierChange } from './passport.ts'
import { standingIn } from './standing.ts'
import { lowered, practised, raised, type Aim, type Moved, type Subject } from './trigger-evidence.ts'
import { tierWish, windowOf } from './trigger-tiers.ts'
import { impossible, wishedSkill, wishedUser, type Wish } from './trigger-wish.ts'

/** Evidence is added or taken back as one batch, so that the tier changes in one step, as wished. */
export async function tierChanged(tx: Tx, call: Call, wish: Wish): Promise<void> {
  const skill = await wishedSkill(tx, wish.skill)
  const user = await wishedUser(tx, call, wish)
  const { level } = await standingIn(tx, user, skill, day(call.now))
  const { from, to } = tierWish(wish, level.tier)
  const stage = from === level.tier ? user : await told(tx, call, { user, skill }, { window: windowOf(from) })
  const window = windowOf(to, wish.sci)
  if (window.from > window.to)
    throw impossible('sci', `sci ${wish.sci} is ${tierOf(10 * (wish.sci ?? 0))}, not ${to}.`)
  await told(tx, call, { user: stage, skill }, { window, reason: wish.reason })
}

async function told(tx: Tx, call: Call, subject: Subject, aim: Aim): Promise<UserRow> {
  const before = await standingIn(tx, subject.user, subject.skill, day(call.now))
  const { user, after, reason } =
    before.level.points > aim.window.to
      ? await lowered(tx, call, subject, before, aim)
      : await raised(tx, call, subject, before, aim)
  await emitStandingChange(tx, call, user, { before: before.level.tier, after, reason })
  return user
}

/** New evidence in every skill named, told of once. */
export async function passportUpdated(tx: Tx, call: Call, wish: Wish): Promise<void> {
  const names = wish.changed_skills ?? [(await wishedSkill(tx, undefined)).id]
  let user = await wishedUser(tx, call, wish)
  const changes: (Moved & { readonly before: Tier })[] = []
  for (const name of names) {
    const skill = await wishedSkill(tx, name)
    const before = await standingIn(tx, user, skill, day(call.now))
    const moved = await practised(tx, call, { user, skill }, wish.verified === true && changes.length === 0)
    user = moved.user
    changes.push({ ...moved, before: before.level.tier })
  }
  await emitPassport(tx, call, user, names)
  for (const change of changes) await emitTierChange(tx, call, user, change)
}
