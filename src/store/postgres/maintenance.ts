import { StoreOpenError } from '../types.ts'
import { readAddress } from './address.ts'
import { Connection, type Rows } from './connection.ts'
import { sqlTable, tableNames } from './layout.ts'
import { refusal } from './refusal.ts'

const ours =
  "relkind = 'r' and relname like 'skillpass\\_%' and relnamespace = current_schema()::regnamespace"

/** Lets the database use the room of rows that are gone, and look at what there is now. Bytes on disk. */
export async function vacuum(url: string): Promise<{ readonly before: number; readonly after: number }> {
  return withConnection(url, async (ask) => {
    const before = await bytes(ask)
    for (const table of tableNames) await ask(`vacuum (analyze) ${sqlTable(table)}`)
    return { before, after: await bytes(ask) }
  })
}

/** About how many rows there are, as the database last counted; null: it never did. */
export async function estimatedRows(url: string): Promise<number | null> {
  return withConnection(url, async (ask) => {
    const [row] = await ask(`select sum(greatest(reltuples, 0))::float8 as rows from pg_class where ${ours}`)
    const rows = Number(row?.['rows'])
    return rows > 0 ? rows : null
  })
}

async function bytes(ask: Ask): Promise<number> {
  const [row] = await ask(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class where ${ours}`,
  )
  return Number(row?.['bytes'])
}

type Ask = (text: string) => Promise<Rows>

/** A connection of its own: nothing of this may be in a transaction, or be cut off after a while. */
async function withConnection<A>(given: string, work: (ask: Ask) => Promise<A>): Promise<A> {
  const { url, description } = readAddress(given)
  const connection = new Connection({ url, settings: { application_name: 'skillpass' } })
  try {
    return await work(async (text) => (await connection.run(text)).rows)
  } catch (error) {
    throw error instanceof StoreOpenError ? error : refusal(error, description)
  } finally {
    await connection.end()
  }
}
