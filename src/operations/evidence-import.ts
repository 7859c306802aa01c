import { day, iso } from '../core/instant.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { noteDecay } from './decay.ts'
import { endingWith, enter } from './evidence-log.ts'
import { draftOf, type EvidenceInput } from './evidence.ts'
import { emitPassport } from './passport.ts'
import { standings } from './standing.ts'
import { skillInInput } from './skills.ts'
import { liveUser } from './user-rows.ts'

/**
 * One entry of a history that nobody followed: chained like any other, but nobody is told and nothing is scored
 * until `tellOfImport`. For hundreds of entries at once, scoring after each would be most of the work.
 */
export async function importEntry(tx: Tx, call: Call, input: EvidenceInput): Promise<{ id: string }> {
  const user = await liveUser(tx, input.id)
  const skill = await skillInInput(tx, input.skill)
  const entry = await enter(tx, call, user, skill, await draftOf(tx, input, { user, skill, call }))
  await tx.update('users', { ...user, ...endingWith(entry), updated_at: iso(call.now) })
  return { id: entry.id }
}

/** What the imported history comes to: one event, and a note of when each tier will fall. */
export async function tellOfImport(tx: Tx, call: Call, userId: string): Promise<void> {
  const user = await tx.get('users', userId)
  if (user === undefined || user.status === 'erased') return
  const all = await standings(tx, user, day(call.now))
  for (const standing of all) await noteDecay(tx, user, standing)
  await emitPassport(
    tx,
    call,
    user,
    all.map((standing) => standing.skill.id),
  )
}
