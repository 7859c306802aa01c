import { randomUUID } from 'node:crypto'
import type { Store } from '../store/types.ts'
import { putMeta, unmark } from './filling.ts'

const probe = 'same_store'

/** Two addresses may lead to one database: what is written through the one is looked for through the other. */
export async function isSameStore(source: Store, target: Store): Promise<boolean> {
  const value = randomUUID()
  await target.transact((tx) => putMeta(tx, probe, value))
  try {
    return (await source.read((tx) => tx.get('meta', probe)))?.value === value
  } finally {
    await unmark(target, probe)
  }
}
