import type { TableName, Tables } from '../rows.ts'
import { tables } from '../tables.ts'

/** What one transaction changed: one line of the journal. The snapshot is a long row of them. */
export interface Entry {
  /** Everything before it is gone. */
  readonly clear?: true
  readonly remove?: { readonly [T in TableName]?: readonly string[] }
  readonly put?: { readonly [T in TableName]?: readonly Tables[T][] }
  readonly counters?: Readonly<Record<string, number>>
}

/** The entry is whole, but of a kind that this version does not know. */
export class UnknownEntry extends Error {
  override readonly name = 'UnknownEntry'
}

/** @throws UnknownEntry, SyntaxError. Rows are taken as they are: a checksum stood over them. */
export function parseEntry(json: string): Entry {
  const entry: unknown = JSON.parse(json)
  if (isEntry(entry)) return entry
  throw new UnknownEntry('It holds a table or a kind of change that this version does not know.')
}

function isEntry(value: unknown): value is Entry {
  if (!isRecord(value)) return false
  return Object.entries(value).every(([part, content]) => parts.get(part)?.(content) === true)
}

const parts: ReadonlyMap<string, (content: unknown) => boolean> = new Map([
  ['clear', (content: unknown) => content === true],
  ['remove', (content: unknown) => listsByTable(content, (id) => typeof id === 'string')],
  ['put', (content: unknown) => listsByTable(content, (row) => isRecord(row) && typeof row['id'] === 'string')],
  ['counters', (content: unknown) => isRecord(content) && Object.values(content).every(Number.isSafeInteger)],
])

function listsByTable(content: unknown, fits: (item: unknown) => boolean): boolean {
  if (!isRecord(content)) return false
  return Object.entries(content).every(
    ([table, items]) => Object.hasOwn(tables, table) && Array.isArray(items) && items.every(fits),
  )
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
