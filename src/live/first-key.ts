import { randomBytes } from 'node:crypto'
import { createIds } from '../core/ids.ts'
import { iso } from '../core/instant.ts'
import { makeKey } from '../core/keys.ts'
import { expand } from '../core/scopes.ts'
import { keyRow } from '../operations/key-rows.ts'
import type { Mode } from '../store/rows.ts'
import type { Store, Tx } from '../store/types.ts'

const marker = 'first_key'

/**
 * The secret of the first admin key, made when the store never had one. Of several processes that start at once one
 * makes it. null: it was made before.
 */
export async function firstKey(store: Store, now: number): Promise<string | null> {
  return await store.transact(async (tx) => {
    if ((await tx.get('meta', marker)) !== undefined) return null
    const [known] = await tx.find('keys', 'admin', 'yes')
    await tx.insert('meta', { id: marker, value: iso(now) })
    return known === undefined ? await makeAdminKey(tx, { name: 'First admin key', mode: 'live', now }) : null
  })
}

export interface AdminKeyWish {
  readonly name: string
  readonly mode: Mode
  readonly now: number
}

/** A new key that may do everything; answers its secret, which nothing keeps. */
export async function makeAdminKey(tx: Tx, { name, mode, now }: AdminKeyWish): Promise<string> {
  const secret = makeKey(mode, randomBytes)
  const granted = expand(['admin'])
  if (!granted.ok) throw new Error('The scope admin is unknown')
  const { permissions } = granted
  const ids = createIds(() => now)
  const draft = { name, tier: 'scale', scopes: ['admin'], permissions } as const
  await tx.insert('keys', keyRow({ newId: (prefix) => ids.newId(prefix), now, mode }, secret, draft))
  return secret
}
