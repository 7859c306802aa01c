import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** What a schema keeps when it is emptied: that its tables are there, and what its counters are called. */
const kept = new Set(['skillpass_migrations', 'skillpass_counters', 'skillpass_probe'])
/** With more rows than this to delete, a new schema is cheaper than one full of room that is not used. */
const emptiedRows = 2_000

/**
 * Schemas of one database, lent to one sandbox at a time. To empty one takes a fraction of what it takes to make its
 * tables.
 */
export class Schemas {
  readonly #server: Promise<string>
  #database: Promise<Database> | null = null
  readonly #spare: string[] = []
  readonly #emptying = new Set<Promise<void>>()
  #made = 0

  constructor(server: Promise<string>) {
    this.#server = server
  }

  /** The address of an empty schema. */
  async lend(): Promise<string> {
    const { url, sql } = await (this.#database ??= makeDatabase(await this.#server))
    const name = this.#spare.pop() ?? `sandbox_${(this.#made += 1)}`
    await sql.unsafe(`create schema if not exists ${name}`)
    const address = new URL(url)
    address.searchParams.set('search_path', name)
    return address.href
  }

  giveBack(address: string): void {
    const emptying = this.#empty(new URL(address).searchParams.get('search_path') ?? '')
      // A schema that cannot be emptied is not lent again.
      .catch(() => undefined)
      .finally(() => this.#emptying.delete(emptying))
    this.#emptying.add(emptying)
  }

  async drop(): Promise<void> {
    if (this.#database === null) return
    await Promise.all(this.#emptying)
    const { name, sql } = await this.#database
    await sql.end()
    const server = connected(await this.#server)
    await server.unsafe(`drop database if exists ${name} with (force)`)
    await server.end()
  }

  async #empty(schema: string): Promise<void> {
    if (this.#database === null) return
    const { sql } = await this.#database
    const found = await sql`
      select relname as name, relkind as kind from pg_class
      where relnamespace = ${schema}::regnamespace and relkind in ('r', 'S')`
    const deleted = await Promise.all(
      found.map(async ({ name, kind }) => {
        const place = `${schema}."${String(name)}"`
        if (kind === 'S') return (await sql.unsafe(`alter sequence ${place} restart`)).count
        return kept.has(String(name)) ? 0 : (await sql.unsafe(`delete from ${place}`)).count
      }),
    )
    const rows = deleted.reduce((sum, count) => sum + count, 0)
    if (rows <= emptiedRows) this.#spare.push(schema)
    else await sql.unsafe(`drop schema ${schema} cascade`)
  }
}

interface Database {
  readonly name: string
  readonly url: string
  readonly sql: postgres.Sql
}

async function makeDatabase(server: string): Promise<Database> {
  const name = `skillpass_test_${randomBytes(8).toString('hex')}`
  const first = connected(server)
  await first.unsafe(`create database ${name} encoding 'UTF8' template template0`)
  await first.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return { name, url: url.href, sql: connected(url.href) }
}

function connected(url: string): postgres.Sql {
  return postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined })
}
