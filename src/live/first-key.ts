import { iso } from '../core/instant.ts'
import { makeAdminKey } from '../keeper/bootstrap.ts'
import type { Store } from '../store/types.ts'

const marker = 'first_key'

/** Whether this start may make the first admin key. */
export async function lacksFirstKey(store: Store): Promise<boolean> {
  return (await store.read((tx) => tx.get('meta', marker))) === undefined
}

/**
 * The secret of the first admin key, made when the store never had one. Of several processes that start at once one
 * makes it. null: it was made before.
 */
export async function firstKey(store: Store, now: number): Promise<string | null> {
  return await store.transact(async (tx) => {
    if ((await tx.get('meta', marker)) !== undefined) return null
    await tx.insert('meta', { id: marker, value: iso(now) })
    const [known] = await tx.find('keys', 'admin', 'yes')
    if (known !== undefined) return null
    const made = await makeAdminKey(tx, { name: 'First admin key', mode: 'live', now, actor: 'service' })
    return made.secret
  })
}
