import type { Store } from '../store/types.ts'
import type { Changes } from './digest.ts'
import { batchesOf, insertAll, isEmpty, putMeta, unmark } from './filling.ts'
import { marks, unfinished } from './unfinished.ts'

/** What stands in a store before something is put into it. */
export type Occupied = 'empty' | 'filled' | 'restoring' | 'copying'

export async function occupied(store: Store): Promise<Occupied> {
  return store.read(async (tx) => (await unfinished(tx)) ?? ((await isEmpty(tx)) ? 'empty' : 'filled'))
}

/**
 * Puts all of the changes in the place of everything that stands in a store, in many transactions. The first of them
 * leaves a mark and the last removes it: a store in which it breaks off is not served.
 */
export async function restore(
  store: Store,
  changes: Changes,
  onRows: (count: number) => void,
): Promise<void> {
  await store.transact(async (tx) => {
    await tx.clear()
    await putMeta(tx, marks.restoring, true)
  })
  for await (const batch of batchesOf(changes)) {
    await store.transact((tx) => insertAll(tx, batch))
    onRows(batch.length)
  }
  await unmark(store, marks.restoring)
}
