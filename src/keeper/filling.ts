import type { TableName } from '../store/rows.ts'
import type { ReadTx, Store, Tx } from '../store/types.ts'
import { parseChange, rowOf, tableNames, type Change } from './change-line.ts'
import type { Changes } from './digest.ts'
import { isMark } from './unfinished.ts'

/** Rows a transaction. */
export const batchRows = 500

/** Whether nothing stands in a store; the marks of what fills it do not count. */
export async function isEmpty(tx: ReadTx): Promise<boolean> {
  for (const table of tableNames) {
    const { rows } = await tx.page(table, { limit: 3, direction: 'oldest' })
    if (rows.some(({ id }) => table !== 'meta' || !isMark(id))) return false
  }
  return true
}

/** Changes in batches for one transaction each. The rows of a batch may be of several tables. */
export async function* batchesOf(changes: Changes): AsyncGenerator<readonly Change[], void, undefined> {
  let batch: Change[] = []
  for await (const lines of changes) {
    for (const line of lines) {
      batch.push(parseChange(line))
      if (batch.length < batchRows) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** Writes a batch into a store that has none of it. All are on their way at once: a driver may send them together. */
export async function insertAll(tx: Tx, batch: readonly Change[]): Promise<void> {
  await Promise.all(batch.map((change) => insertOne(tx, change)))
}

async function insertOne(tx: Tx, change: Change): Promise<void> {
  if (change.kind === 'counter') await tx.setCounter(change.name, change.value)
  else await insertRow(tx, change.table, change.json)
}

async function insertRow<T extends TableName>(tx: Tx, table: T, json: string): Promise<void> {
  const row = rowOf(table, json)
  if (table !== 'meta' || !isMark(row.id)) await tx.insert(table, row)
}

/** Writes a single row, whether it stands there or not. */
export async function putMeta(tx: Tx, id: string, value: unknown): Promise<void> {
  if ((await tx.get('meta', id)) === undefined) await tx.insert('meta', { id, value })
  else await tx.update('meta', { id, value })
}

/** Removes a mark, durably. */
export async function unmark(store: Store, id: string): Promise<void> {
  await store.transact(async (tx) => tx.remove('meta', id))
}
