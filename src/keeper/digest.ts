import { createHash, type Hash } from 'node:crypto'
import { canonicalJson } from '../core/canonical.ts'
import type { TableName } from '../store/rows.ts'
import { parseChange, rowOf, tableNames } from './change-line.ts'

/** What a table holds, in short: two of them are alike when these are. */
export interface Digest {
  readonly table: TableName | 'counters'
  readonly rows: number
  /** SHA-256 over ids and canonical rows in their order, hex. */
  readonly hash: string
}

export type Changes = AsyncIterable<readonly string[]>

/** Reads everything once; `skip` says which rows do not count. */
export async function digestsOf(
  changes: Changes,
  skip: (table: TableName, id: string) => boolean,
  onRows: (count: number) => void = () => undefined,
): Promise<readonly Digest[]> {
  const sums = new Map(tableNames.map((table) => [table, new Sum()] as const))
  const counters = new Map<string, number>()
  for await (const lines of changes) {
    for (const line of lines) {
      const change = parseChange(line)
      // One at 0 was never drawn from, and not every store has it then.
      if (change.kind === 'counter' && change.value > 0) counters.set(change.name, change.value)
      else if (change.kind === 'put') addRow(sums, change.table, change.json, skip)
    }
    onRows(lines.length)
  }
  const counted = new Sum()
  for (const [name, value] of [...counters].toSorted(byName)) counted.add(name, String(value))
  return [...sums, ['counters', counted] as const].map(([table, sum]) => ({ table, ...sum.end() }))
}

function addRow(
  sums: ReadonlyMap<TableName, Sum>,
  table: TableName,
  json: string,
  skip: (table: TableName, id: string) => boolean,
): void {
  const row = rowOf(table, json)
  if (!skip(table, row.id)) sums.get(table)?.add(row.id, canonicalJson(row))
}

class Sum {
  readonly #hash: Hash = createHash('sha256')
  #rows = 0

  add(id: string, text: string): void {
    this.#hash.update(`${id}\t${text}\n`)
    this.#rows += 1
  }

  end(): { readonly rows: number; readonly hash: string } {
    return { rows: this.#rows, hash: this.#hash.digest('hex') }
  }
}

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1
}
