import { canonicalJson } from '../core/canonical.ts'
import type { TableName, Tables } from '../store/rows.ts'
import { tables, type IndexName } from '../store/tables.ts'
import type { PageQuery, ReadTx } from '../store/types.ts'
import type { Call } from './call.ts'

export interface List<O> {
  object: 'list'
  data: O[]
  has_more: boolean
  next_cursor: string | null
}

interface ListInput {
  readonly limit: number
  readonly cursor?: string | undefined
}

type Where<T extends TableName> = { readonly [I in IndexName<T>]?: string | undefined }

interface Source<T extends TableName, O> {
  readonly table: T
  readonly where?: Where<T>
  /** Bounds by place: at least `from`, before `until`. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly view: (row: Tables[T]) => O
}

/** The answer of every list: one page, newest first, with a cursor bound to this very listing. */
export async function listPage<T extends TableName, O>(
  tx: ReadTx,
  call: Call,
  input: ListInput,
  source: Source<T, O>,
): Promise<List<O>> {
  const { limit, cursor, ...filters } = input
  const binding = `${source.table} ${canonicalJson(filters)}`
  const before = cursor === undefined ? source.until : call.cursor.open(cursor, binding)
  const query: PageQuery<T> = {
    where: defined(source.where ?? {}),
    limit,
    ...(before !== undefined && { before }),
    ...(source.from !== undefined && { from: source.from }),
  }
  const { rows, more } = await tx.page(source.table, query)
  const last = rows.at(-1)
  return {
    object: 'list',
    data: rows.map(source.view),
    has_more: more,
    next_cursor: more && last !== undefined ? call.cursor.seal(place(source.table, last), binding) : null,
  }
}

function place<T extends TableName>(table: T, row: Tables[T]): string {
  const shape: { readonly order: (row: never) => string } = tables[table]
  return (shape.order as (row: Tables[T]) => string)(row)
}

function defined<T extends TableName>(where: Where<T>): { readonly [I in IndexName<T>]?: string } {
  return Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined)) as {
    [I in IndexName<T>]?: string
  }
}
