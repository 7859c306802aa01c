import { randomUUID } from 'node:crypto'
import { StoreOpenError, type Store, type Tx } from '../store/types.ts'
import type { Changes } from './digest.ts'
import { batchesOf, insertAll, isEmpty, putMeta } from './filling.ts'
import { marks, unfinished } from './unfinished.ts'

/** What stands in a store before something is put into it. */
export type Occupied = 'empty' | 'filled' | 'restoring' | 'copying'

export async function occupied(store: Store): Promise<Occupied> {
  return store.read(async (tx) => (await unfinished(tx)) ?? ((await isEmpty(tx)) ? 'empty' : 'filled'))
}

/**
 * Puts all of the changes in the place of everything that stands in a store, in many transactions. The first of them
 * leaves a mark and the last removes it: a store in which it breaks off is not served. One that begins while another
 * is under way, as it can on a database, ends that one.
 * @throws StoreOpenError
 */
export async function restore(
  store: Store,
  changes: Changes,
  onRows: (count: number) => void,
): Promise<void> {
  const own = randomUUID()
  await store.transact(async (tx) => {
    await tx.clear()
    await putMeta(tx, marks.restoring, own)
  })
  for await (const batch of batchesOf(changes)) {
    await store.transact(async (tx) => {
      await refuseOthers(tx, own)
      await insertAll(tx, batch)
    })
    onRows(batch.length)
  }
  await store.transact(async (tx) => {
    await refuseOthers(tx, own)
    await tx.remove('meta', marks.restoring)
  })
}

/** Who began later has removed what this one had put in. */
async function refuseOthers(tx: Tx, own: string): Promise<void> {
  if ((await tx.get('meta', marks.restoring))?.value === own) return
  throw new StoreOpenError(
    'locked',
    'Another restore into this store began after this one, and removed what was there.',
    'Let it end and check the store, or run this one again when no other runs.',
  )
}
