import type { Shared } from '../shared.ts'
import { StoreOpenError, type Store } from '../types.ts'
import { readAddress, type Address } from './address.ts'
import { Connection } from './connection.ts'
import { Counters } from './counters.ts'
import { Health } from './health.ts'
import { migrate } from './migrate.ts'
import { Pool } from './pool.ts'
import { refusal } from './refusal.ts'
import { openShared } from './shared.ts'
import { Transactions } from './store.ts'

export interface PostgresStoreOptions {
  readonly url: string
  readonly onNotice: (notice: { readonly message: string }) => void
  /** Connections for transactions, 10 unless told; a few more are for what the processes share. */
  readonly pool?: number
}

export interface PostgresStore extends Store {
  readonly shared: Shared
  /** Where it is, without user and password. */
  readonly description: string
}

const DEFAULT_POOL = 10
const SIDE_POOL = 3

/** Small tables are looked up by index too: a scan of one would collide with every other transaction on it. */
const settings = {
  application_name: 'skillpass',
  enable_seqscan: 'off',
  synchronous_commit: 'on',
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '30s',
}

/** A backup goes at the pace of whoever reads it, and waits while a password is typed there. It holds nobody up. */
const unhurried = "set local idle_in_transaction_session_timeout = '0'"

/** @throws StoreOpenError when it cannot be reached, refuses, or is of a newer version */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const address = readAddress(options.url)
  const { url, description } = address
  const schema = await prepare(address)
  const main = sessions(address, {})
  const side = sessions(address, { synchronous_commit: 'off' })
  const pool = new Pool({ url, settings: main.settings }, options.pool ?? DEFAULT_POOL)
  const sidePool = new Pool({ url, settings: side.settings }, SIDE_POOL)
  const health = new Health(sidePool)
  const transactions = new Transactions({
    pool,
    counters: new Counters(sidePool),
    health,
    schema,
    begin: {
      write: `begin isolation level serializable read write${main.rider}`,
      rows: `begin isolation level repeatable read read write${main.rider}`,
      read: `begin isolation level repeatable read read only${main.rider}`,
      all: `begin isolation level repeatable read read only${main.rider}; ${unhurried}`,
      look: null,
    },
  })
  const shared = openShared({
    pool: sidePool,
    url,
    schema,
    pooled: address.pooled,
    rider: side.rider,
    onNotice: options.onNotice,
  })
  return {
    description,
    shared,
    transact: async (work, options) => transactions.transact(work, options),
    read: async (work, calls) => transactions.read(work, calls),
    writable: () => health.writable,
    async close() {
      await transactions.close()
      health.close()
      await shared.close()
      await Promise.all([pool.end(), sidePool.end()])
    },
  }
}

/** Settings travel with the start of a session or, where it is not ours, with each transaction. */
function sessions(address: Address, more: Readonly<Record<string, string>>) {
  const all = { ...settings, ...more }
  if (!address.pooled) return { settings: all, rider: '' }
  const { application_name, ...local } = all
  const rider = Object.entries(local).map(([name, value]) => `; set local ${name} = '${value}'`)
  return { settings: { application_name }, rider: rider.join('') }
}

/** Looks whether this is a database to work with, and makes the tables. Answers with the schema. */
async function prepare({ url, description }: Address): Promise<string> {
  const connection = new Connection({ url, settings: { application_name: 'skillpass' } })
  try {
    const {
      rows: [facts],
    } = await connection.run(
      "select current_schema() as schema, current_setting('server_encoding') as encoding",
    )
    if (typeof facts?.['schema'] !== 'string') throw noSchema()
    if (facts['encoding'] !== 'UTF8') throw wrongEncoding(String(facts['encoding']))
    await migrate(connection, facts['schema'])
    return facts['schema']
  } catch (error) {
    throw error instanceof StoreOpenError ? error : refusal(error, description)
  } finally {
    await connection.end()
  }
}

function noSchema(): StoreOpenError {
  return new StoreOpenError(
    'unsupported',
    'The search_path of the connection names no schema that exists.',
    'Create the schema, or name another: postgres://…?search_path=NAME.',
  )
}

function wrongEncoding(encoding: string): StoreOpenError {
  return new StoreOpenError(
    'unsupported',
    `The database holds text as ${encoding}, which cannot hold every name.`,
    "Create it anew: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
  )
}
