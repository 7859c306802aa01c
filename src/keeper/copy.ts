import type { TableName } from '../store/rows.ts'
import type { Store } from '../store/types.ts'
import { orderOf, parseChange, rowOf, tableNames, type Change } from './change-line.ts'
import { digestsOf, type Changes, type Digest } from './digest.ts'
import { batchesOf, insertAll, putMeta } from './filling.ts'
import { isMark, marks } from './unfinished.ts'

/** How far a copy came: everything up to this row is there. Kept in the target, in the transaction of the rows. */
interface Position {
  readonly table: TableName
  readonly order: string
}

/** A table on both sides. */
export interface Compared {
  readonly table: Digest['table']
  readonly from: number
  readonly to: number
  readonly same: boolean
}

export interface CopyParts {
  /** Everything that is to be copied, at one state; each call reads anew. */
  readonly source: () => Changes
  readonly target: Store
  readonly targetChanges: () => Changes
  /** So many more rows were copied, or passed over since an earlier run had copied them. */
  readonly onCopied: (rows: number, earlier: boolean) => void
  readonly onCompared: (rows: number) => void
}

/**
 * Copies into an empty store, or goes on with a copy that broke off, then reads both sides again and compares. What
 * the source wrote meanwhile shows as a difference. The mark goes only when there is none.
 */
export async function copy(parts: CopyParts): Promise<readonly Compared[]> {
  const { source, target, onCopied } = parts
  const begun = await target.read((tx) => tx.get('meta', marks.copying))
  if (begun === undefined) await target.transact((tx) => putMeta(tx, marks.copying, null))
  const rest = ahead(source(), positionOf(begun?.value), (rows) => onCopied(rows, true))
  for await (const batch of batchesOf(rest)) {
    await target.transact(async (tx) => {
      await insertAll(tx, batch)
      const position = endOf(batch)
      if (position !== null) await putMeta(tx, marks.copying, position)
    })
    onCopied(batch.length, false)
  }
  return compareAndEnd(parts)
}

async function compareAndEnd({
  source,
  target,
  targetChanges,
  onCompared,
}: CopyParts): Promise<readonly Compared[]> {
  const skip = (table: TableName, id: string): boolean => table === 'meta' && isMark(id)
  const from = await digestsOf(source(), skip, onCompared)
  const to = await digestsOf(targetChanges(), skip, onCompared)
  const compared = from.map(({ table, rows, hash }, at) => {
    const other = to[at]
    return { table, from: rows, to: other?.rows ?? 0, same: hash === other?.hash }
  })
  if (compared.every(({ same }) => same))
    await target.transact(async (tx) => tx.remove('meta', marks.copying))
  return compared
}

/** What stands behind a position; counters always, for they may have gone on. */
async function* ahead(
  changes: Changes,
  position: Position | null,
  passed: (rows: number) => void,
): AsyncGenerator<readonly string[]> {
  for await (const lines of changes) {
    const rest = position === null ? lines : lines.filter((line) => isAhead(parseChange(line), position))
    if (rest.length < lines.length) passed(lines.length - rest.length)
    if (rest.length > 0) yield rest
  }
}

function isAhead(change: Change, position: Position): boolean {
  if (change.kind === 'counter') return true
  const distance = tableNames.indexOf(change.table) - tableNames.indexOf(position.table)
  if (distance !== 0) return distance > 0
  return orderOf(change.table, rowOf(change.table, change.json)) > position.order
}

function endOf(batch: readonly Change[]): Position | null {
  const last = batch.at(-1)
  if (last?.kind !== 'put') return null
  return { table: last.table, order: orderOf(last.table, rowOf(last.table, last.json)) }
}

function positionOf(value: unknown): Position | null {
  if (typeof value !== 'object' || value === null || !('table' in value) || !('order' in value)) return null
  const table = tableNames.find((name) => name === value.table)
  return table === undefined || typeof value.order !== 'string' ? null : { table, order: value.order }
}
