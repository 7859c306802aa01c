import type { Mode } from '../store/rows.ts'
import { StoreOpenError, type Store } from '../store/types.ts'

const marker = 'mode'

/**
 * A store belongs to one mode for ever: the keys of the other would be refused, and a reset of a sandbox would empty
 * what is live. @throws StoreOpenError
 */
export async function claimMode(store: Store, mode: Mode, label: string): Promise<void> {
  const found = await store.transact(async (tx) => {
    const row = await tx.get('meta', marker)
    if (row !== undefined) return row.value
    // Sandboxes of before wrote down their seed only.
    const known = (await tx.get('meta', 'seed')) === undefined ? mode : 'sandbox'
    await tx.insert('meta', { id: marker, value: known })
    return known
  })
  if (found === mode) return
  throw new StoreOpenError(
    'unsupported',
    `${label} holds a ${String(found)} service, and this is to be a ${mode} one.`,
    mode === 'live'
      ? 'Choose another store: serve --store json:DIR. To share this sandbox: serve --sandbox.'
      : 'Choose another folder: skillpass dev --data DIR.',
  )
}
