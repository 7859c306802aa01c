import { setTimeout as wait } from 'node:timers/promises'
import { StoreOpenError } from '../types.ts'
import type { Connection } from './connection.ts'
import { codeOf, kindOf } from './failures.ts'
import { lockNumber } from './locks.ts'
import { first } from './migrations/0001.ts'
import { second } from './migrations/0002.ts'

/** In their order, for ever: what was released is never edited, only followed by another. */
const migrations: readonly string[] = [first, second]

const UNDEFINED_TABLE = '42P01'
/** Where the lock locks nothing, two that start at once meet here. */
const meetings = new Set(['23505', '42P07', '42710', '42701'])
const ATTEMPTS = 8

/** Brings the tables up to this version; others that start at the same time wait. */
export async function migrate(connection: Connection, schema: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      while ((await versionOf(connection)) < migrations.length) await step(connection, schema)
      return
    } catch (error) {
      const met = meetings.has(codeOf(error) ?? '') || kindOf(error) === 'collision'
      if (!met || attempt === ATTEMPTS) throw error
      await wait(50 * attempt * Math.random())
    }
  }
}

async function step(connection: Connection, schema: string): Promise<void> {
  await connection.run('begin')
  try {
    await connection.run('select pg_advisory_xact_lock($1)', [lockNumber(schema, 'migrations')])
    await connection.run(
      'create table if not exists skillpass_migrations (version integer primary key, applied_at timestamptz not null)',
    )
    const version = await versionOf(connection)
    const migration = migrations[version]
    if (migration !== undefined) {
      await connection.run(migration)
      await connection.run('insert into skillpass_migrations (version, applied_at) values ($1, now())', [
        version + 1,
      ])
    }
    await connection.run('commit')
  } catch (error) {
    await connection.run('rollback').catch(() => undefined)
    throw error
  }
}

/** How many migrations the database has seen. */
async function versionOf(connection: Connection): Promise<number> {
  const version = await connection.run('select max(version) as version from skillpass_migrations').then(
    ({ rows: [row] }) => Number(row?.['version'] ?? 0),
    (error: unknown) => {
      if (codeOf(error) === UNDEFINED_TABLE) return 0
      throw error
    },
  )
  if (version <= migrations.length) return version
  throw new StoreOpenError(
    'unsupported',
    `The database is of a newer skillpass: its tables are version ${version}, this one knows ${migrations.length}.`,
    'Start the newer version, or use another database or schema.',
  )
}
