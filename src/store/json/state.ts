import type { TableName, Tables } from '../rows.ts'
import { tables } from '../tables.ts'
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
    webhooks: new TableState(tables.webhooks),
    deliveries: new TableState(tables.deliveries),
    attempts: new TableState(tables.attempts),
    replays: new TableState(tables.replays),
    mails: new TableState(tables.mails),
    audit: new TableState(tables.audit),
    requests: new TableState(tables.requests),
    decays: new TableState(tables.decays),
    sessions: new TableState(tables.sessions),
    meta: new TableState(tables.meta),
  }
}

function isTableName(name: string): name is TableName {
  return Object.hasOwn(tables, name)
}

export const tableNames: readonly TableName[] = Object.keys(tables).filter(isTableName)
