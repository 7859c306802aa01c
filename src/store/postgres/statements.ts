import type { TableName } from '../rows.ts'
import { layouts } from './layout.ts'

/** The statements of one table that are always the same. */
export interface Statements {
  readonly get: string
  readonly insert: string
  readonly update: string
  readonly remove: string
  readonly claim: string
  readonly next: string
  readonly nextOfQueue: string
  readonly dueQueues: string
}

const known = new Map<TableName, Statements>()

export function statementsOf(table: TableName): Statements {
  const made = known.get(table) ?? makeStatements(table)
  known.set(table, made)
  return made
}

function makeStatements(name: TableName): Statements {
  const { table, columns, hasQueues } = layouts[name]
  const places = columns.map((_, at) => `$${at + 1}`)
  const set = columns.flatMap((column, at) => (at < 2 ? [] : [`${column} = $${at + 1}`]))
  const updated = `update ${table} set ${set.join(', ')} where ${sameId(name)} and ord = $2 returning 1`
  return {
    get: `select data from ${table} where ${sameId(name)}`,
    insert: `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`,
    // Nothing to update is a division by zero: the transaction ends of it without anybody waiting for the answer.
    update: `with updated as (${updated}) select 1 / count(*) from updated`,
    remove: `delete from ${table} where ${sameId(name)}`,
    claim:
      `select data from ${table} where due <= $1 ${hasQueues ? 'and queue = $3' : ''} ` +
      `order by due, ord limit $2 for update skip locked`,
    next: hasQueues ? nextOverQueues(table) : `select min(due) as due from ${table}`,
    nextOfQueue: `select min(due) as due from ${table} where queue = $1 and due is not null`,
    dueQueues: hasQueues
      ? `${queuesOf(table)} select queue from queues where queue is not null and exists ` +
        `(select 1 from ${table} as waiting where waiting.queue = queues.queue and waiting.due <= $1) limit $2`
      : `select '' as queue where exists (select 1 from ${table} where due <= $1) limit $2`,
  }
}

/** Tables without an index by hash: reserved by their id, appended to, or holding next to nothing. */
const sortedOnly: ReadonlySet<TableName> = new Set(['idempotency', 'audit', 'requests', 'meta'])

function sameId(name: TableName): string {
  return sortedOnly.has(name) ? 'id = $1' : 'id collate "POSIX" = $1'
}

function nextOverQueues(table: string): string {
  const first = `select min(due) from ${table} as waiting where waiting.queue = queues.queue and due is not null`
  return `${queuesOf(table)} select min((${first})) as due from queues where queue is not null`
}

/** Hops from one queue to the next along the index, whatever stands in them. */
function queuesOf(table: string): string {
  const queue = `select queue from ${table} where due is not null`
  return (
    `with recursive queues as ((${queue} order by queue limit 1) union all ` +
    `select (${queue} and queue > queues.queue order by queue limit 1) from queues where queues.queue is not null)`
  )
}
