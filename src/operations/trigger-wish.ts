import { ApiError } from '../core/error.ts'
import type { SkillRow, UserRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { findSkill, skillInInput } from './skills.ts'
import { addUser, liveUser } from './user-rows.ts'

/** What the caller wants of the event, all of it optional. */
export type Wish = NonNullable<Parameters<Op<'sandbox', 'trigger'>>[1]['data']>

const usualSkill = 'react'

/** The skill that was named, else a usual one. @throws ApiError SKILL_UNKNOWN */
export async function wishedSkill(tx: ReadTx, name: string | undefined): Promise<SkillRow> {
  if (name !== undefined) return await skillInInput(tx, name, 'data.skill')
  const usual = await findSkill(tx, usualSkill)
  if (usual !== undefined) return usual
  const { rows } = await tx.page('skills', { limit: 1, direction: 'oldest' })
  return rows[0] ?? (await skillInInput(tx, usualSkill, 'data.skill'))
}

/** The user that was named, else a new one. @throws ApiError USER_NOT_FOUND, USER_ERASED */
export async function wishedUser(tx: Tx, call: Call, { user_id }: Wish): Promise<UserRow> {
  if (user_id !== undefined) return await liveUser(tx, user_id, 'data.user_id')
  return await addUser(tx, call, { display_name: 'Sam Sandbox' })
}

/** For a field that no chain of real steps leads to. */
export function impossible(field: keyof Wish, message: string): ApiError {
  return new ApiError('VALIDATION_FAILED', message, {
    param: `data.${field}`,
    details: [{ pointer: `/data/${field}`, code: 'impossible', message }],
  })
}
