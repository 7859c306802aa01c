import type { TableName } from '../rows.ts'
import type { PageQuery } from '../types.ts'
import type { Value } from './connection.ts'
import { stored, storedKey } from './keys.ts'
import { arrayOf, layouts } from './layout.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly Value[]
}

/** Indexes that are there a second time, by the hash of the key: for looking up without colliding. */
const hashed: ReadonlySet<string> = new Set([
  'users email',
  'evidence user_id',
  'evidence user_skill',
  'results user_id',
  'results evidence_id',
  'deliveries event_id',
  'attempts delivery_id',
  'mails invite_id',
  'decays user_id',
  'sessions key_id',
])

/** Rows under one key. Some indexes have no order: `sorted` says so. */
export function findStatement(table: TableName, index: string, key: string): Statement & { sorted: boolean } {
  const { table: name } = layouts[table]
  const { text, value, several } = condition(table, index, key, 1)
  if (hashed.has(`${table} ${index}`)) {
    const { name: column } = layouts[table].column(index)
    return {
      text: `select data from ${name} where ${column} collate "POSIX" = $1`,
      values: [value],
      sorted: false,
    }
  }
  const order = several ? '' : ' order by ord'
  return { text: `select data from ${name} where ${text}${order}`, values: [value], sorted: !several }
}

export function countStatement(table: TableName, index: string, key: string): Statement {
  const { text, value } = condition(table, index, key, 1)
  return { text: `select count(*)::int as count from ${layouts[table].table} where ${text}`, values: [value] }
}

/** One row more than asked for: it tells whether there is more. */
export function pageStatement<T extends TableName>(table: T, query: PageQuery<T>): Statement {
  const { where = {}, before, from, after, direction = 'newest', limit } = query
  const conditions: string[] = []
  const values: Value[] = [limit + 1]
  for (const [index, key] of Object.entries<string | undefined>(where)) {
    if (key === undefined) continue
    const { text, value } = condition(table, index, key, values.length + 1)
    conditions.push(text)
    values.push(value)
  }
  const bounds = [
    ['<', before],
    ['>=', from],
    ['>', after],
  ] as const
  for (const [operator, bound] of bounds) {
    if (bound === undefined) continue
    values.push(stored(bound))
    conditions.push(`ord ${operator} $${values.length}`)
  }
  const filter = conditions.length === 0 ? '' : `where ${conditions.join(' and ')} `
  const order = direction === 'newest' ? 'desc' : 'asc'
  return { text: `select data from ${layouts[table].table} ${filter}order by ord ${order} limit $1`, values }
}

function condition(table: TableName, index: string, key: string, place: number) {
  const { name, several } = layouts[table].column(index)
  return several
    ? { text: `${name} @> $${place}::text[]`, value: arrayOf([storedKey(key)]), several }
    : { text: `${name} = $${place}`, value: storedKey(key), several }
}
