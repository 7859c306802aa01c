import type { TableName, Tables } from '../store/rows.ts'
import { UnknownChange } from '../store/json/changes.ts'
import { parseRow } from '../store/json/row-store.ts'
import { tables, type TableShape } from '../store/tables.ts'

/** One change of a dump, taken apart; the row is still text. */
export type Change =
  | { readonly kind: 'put'; readonly table: TableName; readonly json: string }
  | { readonly kind: 'counter'; readonly name: string; readonly value: number }

/** @throws UnknownChange when it is of a kind or a table that this version does not know */
export function parseChange(line: string): Change {
  const first = line.indexOf(' ')
  const second = line.indexOf(' ', first + 1)
  const [verb, what, json] = [line.slice(0, first), line.slice(first + 1, second), line.slice(second + 1)]
  if (first > 0 && second > 0) {
    if (verb === 'put' && isTable(what)) return { kind: 'put', table: what, json }
    const name: unknown = verb === 'counter' ? JSON.parse(json) : null
    if (typeof name === 'string' && /^\d+$/.test(what)) return { kind: 'counter', name, value: Number(what) }
  }
  throw new UnknownChange(`"${line.slice(0, 40)}" is a change that this version does not know.`)
}

/** @throws SyntaxError when the text is no row */
export function rowOf<T extends TableName>(_table: T, json: string): Tables[T] {
  return parseRow<Tables[T]>(json)
}

/** The place of a row in its table. */
export function orderOf<T extends TableName>(table: T, row: Tables[T]): string {
  const shapes: { readonly [N in TableName]: TableShape<Tables[N]> } = tables
  return shapes[table].order(row)
}

function isTable(name: string): name is TableName {
  return Object.hasOwn(tables, name)
}

export { tableNames } from '../store/json/state.ts'
export { UnknownChange } from '../store/json/changes.ts'
