import type { TableName, Tables } from '../rows.ts'
import { tables } from '../tables.ts'
import type { Entry } from './entry.ts'
import { TableState } from './table-state.ts'

export type TableStates = { readonly [T in TableName]: TableState<Tables[T]> }

/** All that is stored, in memory. */
export class State {
  tables: TableStates = emptyTables()
  counters = new Map<string, number>()

  clear(): void {
    this.tables = emptyTables()
    this.counters = new Map()
  }

  /** Makes the changes of an entry once more: twice does what once does. */
  apply(entry: Entry): void {
    if (entry.clear === true) this.clear()
    for (const table of tableNames) this.#applyTable(table, entry)
    for (const [name, value] of Object.entries(entry.counters ?? {})) this.counters.set(name, value)
  }

  #applyTable<T extends TableName>(table: T, { remove, put }: Entry): void {
    for (const id of remove?.[table] ?? []) this.tables[table].remove(id)
    for (const row of put?.[table] ?? []) this.tables[table].put(row)
  }
}

function emptyTables(): TableStates {
  return {
    keys: new TableState(tables.keys),
    users: new TableState(tables.users),
    skills: new TableState(tables.skills),
    evidence: new TableState(tables.evidence),
    invites: new TableState(tables.invites),
    results: new TableState(tables.results),
    events: new TableState(tables.events),
    idempotency: new TableState(tables.idempotency),
    usage: new TableState(tables.usage),
    meta: new TableState(tables.meta),
  }
}

export function isTableName(name: string): name is TableName {
  return Object.hasOwn(tables, name)
}

export const tableNames: readonly TableName[] = Object.keys(tables).filter(isTableName)
