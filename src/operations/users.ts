import { emailKey } from '../core/email.ts'
import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import type { UserRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'
import type { Op } from './call.ts'
import { emitPassport } from './passport.ts'
import { listPage } from './paging.ts'
import { addUser, liveUser, userView } from './user-rows.ts'

export const create: Op<'users', 'create'> = async (tx, input, call) => {
  if (input.id !== undefined && (await tx.get('users', input.id)) !== undefined) {
    throw new ApiError(
      'USER_EXISTS',
      `There is already a user ${input.id}. Choose another id or leave it out.`,
      {
        param: 'id',
        details: { existing_user_id: input.id },
      },
    )
  }
  await refuseTakenEmail(tx, input.email)
  return userView(await addUser(tx, call, input))
}

/** One address, one user: an accepted invite finds its user by it. */
async function refuseTakenEmail(tx: ReadTx, email: string | null | undefined, self?: string): Promise<void> {
  if (email === undefined || email === null) return
  const [holder] = await tx.find('users', 'email', emailKey(email))
  if (holder === undefined || holder.id === self) return
  throw new ApiError('USER_EXISTS', `User ${holder.id} already has the e-mail ${email}.`, {
    param: 'email',
    details: { existing_user_id: holder.id },
  })
}

export const list: Op<'users', 'list'> = async (tx, input, call) =>
  await listPage(tx, call, input, {
    table: 'users',
    where: { status: input.status, email: input.email === undefined ? undefined : emailKey(input.email) },
    view: userView,
  })

export const get: Op<'users', 'get'> = async (tx, { id }) => userView(await liveUser(tx, id))

export const update: Op<'users', 'update'> = async (tx, { id, ...changes }, call) => {
  const user = await liveUser(tx, id)
  await refuseTakenEmail(tx, changes.email, id)
  const email = changes.email === undefined ? user.email : changes.email
  const changed: UserRow = {
    ...user,
    display_name: changes.display_name ?? user.display_name,
    email,
    email_key: email === null ? null : emailKey(email),
    metadata: changes.metadata ?? user.metadata,
    status: changes.status ?? user.status,
    updated_at: iso(call.now),
  }
  await tx.update('users', changed)
  if (changed.status !== user.status) await emitPassport(tx, call, changed, [])
  return userView(changed)
}

export { erase } from './erase.ts'
