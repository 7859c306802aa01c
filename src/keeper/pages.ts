import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { change } from '../store/json/changes.ts'
import type { TableName } from '../store/rows.ts'
import type { ReadTx, Store } from '../store/types.ts'
import { orderOf, tableNames } from './change-line.ts'

const pageRows = 1_000

/**
 * Tables and counters at one state as changes, a page at a time, of a store whose reading transaction holds nobody
 * else up.
 */
export async function* pagesOf(
  store: Store,
  names: readonly TableName[] = tableNames,
): AsyncGenerator<readonly string[], void, undefined> {
  const passed = new PassThrough({ objectMode: true, highWaterMark: 2 })
  const reading = store
    .read(async (tx) => pipeline(allPages(tx, names), passed), 'all')
    .catch((error: unknown) => {
      passed.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  try {
    for await (const page of passed) yield textsOf(page)
  } finally {
    passed.destroy()
    await reading
  }
}

async function* allPages(tx: ReadTx, names: readonly TableName[]): AsyncGenerator<readonly string[]> {
  const counters = Array.from(await tx.counters(), ([name, value]) => change.counter(name, value))
  if (counters.length > 0) yield counters
  for (const name of names) yield* pagesOfTable(tx, name)
}

async function* pagesOfTable<T extends TableName>(tx: ReadTx, name: T): AsyncGenerator<readonly string[]> {
  let after: string | undefined
  for (let more = true; more;) {
    const place = after === undefined ? {} : { after }
    const page = await tx.page(name, { direction: 'oldest', limit: pageRows, ...place })
    if (page.rows.length > 0) yield page.rows.map((row) => change.put(name, JSON.stringify(row)))
    const last = page.rows.at(-1)
    after = last === undefined ? after : orderOf(name, last)
    more = page.more
  }
}

/** What came through the stream, whose type says nothing of it. */
function textsOf(page: unknown): readonly string[] {
  if (Array.isArray(page)) return page.map(String)
  throw new TypeError('A page is a list of changes.')
}
