import { describe, expect, test, vi } from 'vitest'
import { describeSpec, parseStoreSpec } from '../../src/runtime/store-at.ts'
import { layouts, tableNames } from '../../src/store/postgres/layout.ts'
import { tables, type TableShape } from '../../src/store/tables.ts'
import { StorageError } from '../../src/store/types.ts'
import { command, temporaryDatabase } from '../postgres.ts'
import { sharedConformance } from './conformance-shared.ts'
import { openedPostgres, postgresRefusal } from './postgres-stores.ts'
import { invite, inviteId } from './rows.ts'

const url = await temporaryDatabase()

sharedConformance('postgres', async () => openedPostgres(url))

describe('messages', () => {
  test('are heard after a crash of the database, which empties their table and counts from 1', async () => {
    const [one, two] = await Promise.all([openedPostgres(url), openedPostgres(url)])
    const heard: string[] = []
    two.shared.hear((message) => void heard.push(message))
    const hears = async (message: string): Promise<void> => {
      one.shared.tell(message)
      await vi.waitFor(() => expect(heard).toContain(message), { timeout: 30_000 })
    }
    await vi.waitFor(async () => {
      one.shared.tell('hello')
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(heard).toContain('hello')
    }, 10_000)
    for (let number = 1; number <= 10; number += 1) await hears(`before ${number}`)
    await command(url, 'truncate skillpass_messages restart identity')
    await hears('after')
    await hears('and on')
    expect(heard.filter((message) => message === 'after')).toHaveLength(1)
    await Promise.all([one.close(), two.close()])
  })
})

test('a store that is closed connects no more, whoever still asks', async () => {
  const own = await temporaryDatabase()
  const store = await openedPostgres(own)
  await store.close()
  store.shared.tell('late')
  const late = store.shared.swap('late', 1_000, () => ({ state: '', answer: null }))
  await expect(late).rejects.toThrow(StorageError)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const [left] = await command(
    own,
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'skillpass'",
  )
  expect(left?.['count']).toBe(0)
})

describe('the tables', () => {
  test('have the columns that the store names, and an index for each', async () => {
    await (await openedPostgres(url)).close()
    const columns = await command(
      url,
      'select table_name, column_name, data_type from information_schema.columns ' +
        "where table_schema = current_schema() and table_name like 'skillpass%' order by ordinal_position",
    )
    const indexes = await command(
      url,
      'select tablename, indexdef from pg_indexes where schemaname = current_schema()',
    )
    for (const table of tableNames) {
      const { table: name, columns: named, column, hasDue, hasQueues } = layouts[table]
      const there = columns.filter((each) => each['table_name'] === name)
      expect(there.map((each) => each['column_name'])).toEqual(named)
      const defined = indexes
        .filter((each) => each['tablename'] === name)
        .map((each) => String(each['indexdef']))
      const shape: TableShape<never> = tables[table]
      for (const index of Object.keys(shape.indexes)) {
        const { name: own, several } = column.call(layouts[table], index)
        const type = there.find((each) => each['column_name'] === own)?.['data_type']
        expect([own, type]).toEqual([own, several ? 'ARRAY' : 'text'])
        const shown = several ? `gin (${own})` : `btree (${own}, ord)`
        expect(defined.filter((each) => each.includes(shown))).toHaveLength(1)
      }
      const due = hasDue ? (hasQueues ? '(queue, due, ord)' : '(due, ord)') : 'no due'
      expect(defined.filter((each) => each.includes(due))).toHaveLength(hasDue ? 1 : 0)
    }
  })

  test('of two schemas in one database are apart', async () => {
    const other = await temporaryDatabase()
    await command(other, 'create schema one; create schema two')
    const [one, two] = await Promise.all(
      ['one', 'two'].map(async (schema) => openedPostgres(`${other}?search_path=${schema}`)),
    )
    if (one === undefined || two === undefined) throw new Error('Both are open.')
    const held = await one.transact(async (tx) => {
      await tx.insert('invites', invite(1))
      return [await tx.hold('name'), await two.transact(async (inner) => inner.hold('name'))]
    })
    expect(held).toEqual([true, true])
    expect(await two.read(async (tx) => tx.get('invites', inviteId(1)))).toBeUndefined()
    await Promise.all([one.close(), two.close()])
  })
})

describe('opening', () => {
  test('many at once make the tables once, and know where they are without saying the password', async () => {
    const fresh = await temporaryDatabase()
    const stores = await Promise.all(Array.from({ length: 6 }, async () => openedPostgres(fresh)))
    const { host, pathname } = new URL(fresh)
    expect(stores[0]?.description).toBe(`${host}${pathname}`)
    await stores[0]?.transact(async (tx) => tx.insert('invites', invite(1)))
    expect(await stores[5]?.read(async (tx) => tx.get('invites', inviteId(1)))).toEqual(invite(1))
    await Promise.all(stores.map(async (store) => store.close()))
  })

  test('without prepared statements and settings of its own, as through a pooler, it does the same', async () => {
    const store = await openedPostgres(`${url}?prepare=false`)
    await store.transact(async (tx) => tx.clear())
    await store.transact(async (tx) => tx.insert('invites', invite(1)))
    const [found] = await store.read(async (tx) => tx.find('invites', 'skill', 'react'))
    expect(found).toEqual(invite(1))
    await store.close()
  })

  test('a database of a newer version is left alone', async () => {
    const fresh = await temporaryDatabase()
    await (await openedPostgres(fresh)).close()
    await command(fresh, 'insert into skillpass_migrations (version, applied_at) values (999, now())')
    const { reason, message } = await postgresRefusal(fresh)
    expect([reason, message]).toEqual(['unsupported', expect.stringContaining('version 999')])
  })

  test.each([
    ['a port where nobody is', (address: URL) => (address.port = '9'), 'unreachable'],
    ['another password', (address: URL) => (address.password = 'wrong%20secret'), 'refused'],
    ['no such database', (address: URL) => (address.pathname = '/nowhere'), 'refused'],
    ['no such schema', (address: URL) => address.searchParams.set('search_path', 'nowhere'), 'unsupported'],
  ])('%s: it says so, and not the password', async (_, change, reason) => {
    const address = new URL(url)
    change(address)
    const refused = await postgresRefusal(address.href)
    expect(refused.reason).toBe(reason)
    expect(refused.hint).not.toBe('')
    expect(`${refused.message} ${refused.hint} ${refused.stack}`).not.toMatch(/secret|sesame/)
  })

  test.each([
    'postgres://root:mum@secret@127.0.0.1:1/db',
    'postgres://root:77/secret@127.0.0.1:1/db',
    'postgres://root:77?secret@127.0.0.1:1/db',
    'postgres://127.0.0.1:1/db?user=root&password=mum@secret',
  ])('a password with unescaped characters is not repeated: %s', async (address) => {
    const refused = await postgresRefusal(address)
    expect(refused.message).toMatch(/database at (127\.0\.0\.1:1\/db|…)/)
    const label = describeSpec(parseStoreSpec(address))
    expect(label).toMatch(/^postgres:\/\/(127\.0\.0\.1:1\/db|…)$/)
    expect(`${refused.message} ${refused.hint} ${refused.stack} ${label}`).not.toMatch(/mum|77|secret/)
  })

  test('an address of something else is refused without being repeated', async () => {
    const refused = await postgresRefusal('mysql://root:secret@localhost/db')
    expect(refused.reason).toBe('unsupported')
    expect(refused.message).not.toContain('secret')
  })
})
