import { emailKey } from '../core/email.ts'
import { ApiError } from '../core/error.ts'
import { genesisHash } from '../core/evidence-hash.ts'
import { iso } from '../core/instant.ts'
import type { UserRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call } from './call.ts'

/** @throws ApiError USER_NOT_FOUND, USER_ERASED */
export async function liveUser(tx: ReadTx, id: string, param = 'id'): Promise<UserRow> {
  const user = await tx.get('users', id)
  if (user === undefined) {
    throw new ApiError('USER_NOT_FOUND', `There is no user ${id}. List them: GET /v1/users.`, { param })
  }
  if (user.status === 'erased') {
    throw new ApiError(
      'USER_ERASED',
      `User ${id} was erased on ${user.updated_at}; nothing of theirs is kept.`,
      {
        param,
      },
    )
  }
  return user
}

export function userView(user: UserRow) {
  return {
    id: user.id,
    object: 'user' as const,
    uid: user.id,
    display_name: user.display_name,
    email: user.email,
    status: user.status,
    metadata: { ...user.metadata },
    created_at: user.created_at,
    updated_at: user.updated_at,
  }
}

interface NewUser {
  readonly id?: string | undefined
  readonly display_name: string
  readonly email?: string | null | undefined
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

export async function addUser(tx: Tx, call: Call, draft: NewUser): Promise<UserRow> {
  const order = call.newId('usr')
  const now = iso(call.now)
  const user: UserRow = {
    id: draft.id ?? order,
    order,
    display_name: draft.display_name,
    email: draft.email ?? null,
    email_key: draft.email ? emailKey(draft.email) : null,
    status: 'active',
    metadata: draft.metadata ?? {},
    created_at: now,
    updated_at: now,
    evidence_head: genesisHash,
  }
  await tx.insert('users', user)
  return user
}
