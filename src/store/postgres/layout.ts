import type { TableName, Tables } from '../rows.ts'
import { tables, type Key, type TableShape } from '../tables.ts'
import type { Value } from './connection.ts'
import { stored, storedKey } from './keys.ts'

/** Indexes in which a row can stand under several keys: an array in the database. */
const several: { readonly [T in TableName]?: readonly string[] } = {
  keys: ['hash'],
  skills: ['name'],
  webhooks: ['subscription'],
}

function isTableName(name: string): name is TableName {
  return Object.hasOwn(tables, name)
}

export const tableNames: readonly TableName[] = Object.keys(tables).filter(isTableName)

export function sqlTable(table: TableName): string {
  return `skillpass_${table}`
}

/** How the rows of one table stand in the database. */
export class Layout<T extends TableName> {
  readonly table: string
  /** All columns, in the order of `values`. */
  readonly columns: readonly string[]
  readonly hasDue: boolean
  readonly hasQueues: boolean
  readonly #shape: TableShape<Tables[T]>
  readonly #several: readonly string[]

  constructor(name: T, shape: TableShape<Tables[T]>) {
    this.table = sqlTable(name)
    this.#shape = shape
    this.#several = several[name] ?? []
    this.hasDue = shape.due !== undefined
    this.hasQueues = shape.queue !== undefined
    this.columns = [
      'id',
      'ord',
      'data',
      ...(this.hasDue ? ['due'] : []),
      ...(this.hasQueues ? ['queue'] : []),
      ...Object.keys(shape.indexes).map((index) => `ix_${index}`),
    ]
  }

  column(index: string): { readonly name: string; readonly several: boolean } {
    if (!Object.hasOwn(this.#shape.indexes, index)) throw new Error(`The table has no index "${index}".`)
    return { name: `ix_${index}`, several: this.#several.includes(index) }
  }

  orderOf(row: Tables[T]): string {
    return this.#shape.order(row)
  }

  values(row: Tables[T]): Value[] {
    const { order, due, queue, indexes } = this.#shape
    return [
      stored(row.id),
      stored(order(row)),
      JSON.stringify(row),
      ...(due === undefined ? [] : [due(row)]),
      ...(queue === undefined ? [] : [stored(queue(row))]),
      ...Object.entries(indexes).map(([index, keysOf]) => this.#indexValue(index, keysOf(row))),
    ]
  }

  #indexValue(index: string, key: Key): string | null {
    if (key === null) return null
    if (this.#several.includes(index)) return arrayOf((typeof key === 'string' ? [key] : key).map(storedKey))
    if (typeof key === 'string') return storedKey(key)
    throw new Error(`${this.table} holds one key in "${index}".`)
  }
}

/** An array of texts as PostgreSQL writes it. */
export function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}

type Layouts = { readonly [T in TableName]: Layout<T> }

export const layouts: Layouts = {
  keys: new Layout('keys', tables.keys),
  users: new Layout('users', tables.users),
  skills: new Layout('skills', tables.skills),
  evidence: new Layout('evidence', tables.evidence),
  invites: new Layout('invites', tables.invites),
  results: new Layout('results', tables.results),
  events: new Layout('events', tables.events),
  idempotency: new Layout('idempotency', tables.idempotency),
  usage: new Layout('usage', tables.usage),
  webhooks: new Layout('webhooks', tables.webhooks),
  deliveries: new Layout('deliveries', tables.deliveries),
  attempts: new Layout('attempts', tables.attempts),
  replays: new Layout('replays', tables.replays),
  mails: new Layout('mails', tables.mails),
  audit: new Layout('audit', tables.audit),
  requests: new Layout('requests', tables.requests),
  decays: new Layout('decays', tables.decays),
  sessions: new Layout('sessions', tables.sessions),
  meta: new Layout('meta', tables.meta),
}
