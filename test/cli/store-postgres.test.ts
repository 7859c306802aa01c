import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../src/core/canonical.ts'
import { openStoreAt, parseStoreSpec } from '../../src/runtime/store-at.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { openJsonStore } from '../../src/store/json/open.ts'
import { restore } from '../../src/keeper/restore.ts'
import { openPostgresStore } from '../../src/store/postgres/open.ts'
import { temporaryFolder } from '../folder.ts'
import { command, temporaryDatabase } from '../postgres.ts'
import { event, invite } from '../store/rows.ts'
import { at, cli, errorOf } from './cli.ts'

const root = await temporaryFolder()

async function ok(line: string, env: Record<string, string> = {}) {
  const ran = await cli(line.split(' '), { cwd: root, env })
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  return ran
}

function body(dump: string): string[] {
  return dump.trimEnd().split('\n').slice(1, -1)
}

test('from a folder to a database and back: the same rows, every one', async () => {
  const database = await temporaryDatabase()
  await (await startSandbox({ dataDir: join(root, 'seeded'), port: 0 })).close()
  const there = await ok(`store copy json:seeded ${database} --json`)
  expect([at(there, 'same'), at(there, 'tables.3.to')]).toEqual([true, at(there, 'tables.3.from')])
  expect(there.stdout).not.toContain('@')
  expect(at(await ok('store check --json', { SKILLPASS_STORE: database }), 'problem_count')).toBe(0)
  expect(at(await ok(`store copy ${database} json:back --json`), 'same')).toBe(true)
  const [from, to] = [
    await ok('store backup - --store json:seeded'),
    await ok('store backup - --store json:back'),
  ]
  expect(body(to.stdout).map(canonical)).toEqual(body(from.stdout).map(canonical))
})

/** Databases and folders may name the fields of a row in different orders. */
function canonical(line: string): string {
  const json = line.indexOf('{')
  return json === -1 ? line : line.slice(0, json) + canonicalJson(JSON.parse(line.slice(json)))
}

test('a backup of a database comes back into another; --replace is needed where something is', async () => {
  const [first, second] = [await temporaryDatabase(), await temporaryDatabase()]
  const store = await openPostgresStore({ url: first, onNotice: () => undefined })
  await store.transact(async (tx) => {
    for (let number = 1; number <= 2_500; number += 1) await tx.insert('invites', invite(number))
    for (let number = 1; number <= 20; number += 1) await tx.insert('events', event(number))
    await tx.setCounter('events', 20)
  })
  await store.close()
  await ok(`store backup rows.dump.gz --store ${first}`)
  expect(at(await ok(`store restore rows.dump.gz --store ${second} --json`), 'rows')).toBe(2_520)
  await ok(`store backup one.dump --store ${first}`)
  await ok(`store backup two.dump --store ${second}`)
  const [one, two] = [
    await readFile(join(root, 'one.dump'), 'utf8'),
    await readFile(join(root, 'two.dump'), 'utf8'),
  ]
  expect(body(two)).toEqual(body(one))
  const again = await cli(`store restore one.dump --store ${second} --json`.split(' '), { cwd: root })
  expect([again.code, errorOf(again).code]).toEqual([8, 'STORE_NOT_EMPTY'])
  await ok(`store restore one.dump --store ${second} --replace --yes`)
  const compacted = await ok(`store compact --store ${second} --json`)
  expect(Number(at(compacted, 'before'))).toBeGreaterThan(100_000)
})

test('a counter of which nothing was drawn in the end does not stand in the way of a copy', async () => {
  const store = await openJsonStore({ dir: join(root, 'undrawn'), onNotice: () => undefined })
  await store.transact(async (tx) => tx.insert('invites', invite(1)))
  const failing = store.transact(async (tx) => {
    await tx.next('events')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await store.compact()
  await store.close()
  const database = await temporaryDatabase()
  expect(at(await ok(`store copy json:undrawn ${database} --json`), 'same')).toBe(true)
})

test('of two restores into one database the earlier ends, and never calls a part the whole', async () => {
  const database = await temporaryDatabase()
  const store = await openPostgresStore({ url: database, onNotice: () => undefined })
  const lines = (from: number) =>
    Array.from({ length: 500 }, (_, at) => `put invites ${JSON.stringify(invite(from + at))}`)
  const dies = async function* () {
    yield []
    throw new Error('killed')
  }
  const overtaken = async function* () {
    yield lines(1)
    await expect(restore(store, dies(), () => undefined)).rejects.toThrow('killed')
    yield lines(501)
  }
  await expect(restore(store, overtaken(), () => undefined)).rejects.toMatchObject({ reason: 'locked' })
  const served = await cli(['store', 'check', '--store', database, '--json'], { cwd: root })
  expect(errorOf(served).message).toContain('a restore into it never ended')
  await store.close()
})

test('a database is not copied over itself under another name', async () => {
  const database = await temporaryDatabase()
  const store = await openPostgresStore({ url: database, onNotice: () => undefined })
  await store.transact(async (tx) => tx.insert('invites', invite(1)))
  const other = new URL(database)
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  const ran = await cli(['store', 'copy', database, other.href, '--replace', '--yes', '--json'], {
    cwd: root,
  })
  expect([ran.code, errorOf(ran)]).toMatchObject([2, { message: expect.stringContaining('the same store') }])
  const left = await store.read(async (tx) => [
    await tx.get('invites', invite(1).id),
    await tx.page('meta', { limit: 9 }),
  ])
  expect(left).toMatchObject([invite(1), { rows: [] }])
  await store.close()
})

test('one schema of a database is copied into another', async () => {
  const database = await temporaryDatabase()
  await command(database, 'create schema one; create schema two')
  const [one, two] = [`${database}?search_path=one`, `${database}?search_path=two`]
  const store = await openPostgresStore({ url: one, onNotice: () => undefined })
  await store.transact(async (tx) => tx.insert('invites', invite(1)))
  await store.close()
  expect(at(await ok(`store copy ${one} ${two} --json`), 'same')).toBe(true)
  expect(at(await ok(`store copy ${one} ${two} --json --replace --yes`), 'same')).toBe(true)
})

test('a backup is one state, whatever is written meanwhile', async () => {
  const database = await temporaryDatabase()
  const store = await openPostgresStore({ url: database, onNotice: () => undefined })
  await store.transact(async (tx) => {
    for (let number = 1; number <= 5_000; number += 1) await tx.insert('invites', invite(number))
  })
  const over = new AbortController()
  const writing = (async () => {
    for (let number = 1; !over.signal.aborted; number += 1) {
      await store.transact(async (tx) => {
        await tx.insert('events', event(number))
        await tx.update('invites', invite(number, { skill: 'go', external_id: String(number) }))
        await tx.setCounter('events', number)
      })
    }
  })()
  await new Promise((done) => setTimeout(done, 200))
  const { stdout } = await ok(`store backup - --store ${database}`)
  over.abort()
  await writing
  await store.close()
  const lines = body(stdout)
  const events = lines.filter((line) => line.startsWith('put events')).length
  expect(events).toBeGreaterThan(0)
  // Counters run ahead of the transactions that use them, never behind.
  expect(Number(/^counter (\d+)/m.exec(stdout)?.[1] ?? 0)).toBeGreaterThanOrEqual(events)
  expect(lines.filter((line) => line.startsWith('put invites') && line.includes('"skill":"go"')).length).toBe(
    events,
  )
})

test('a backup waits for a reader who stops over it for longer than a transaction may lie idle', async () => {
  const url = await temporaryDatabase()
  const { store, changes } = await openStoreAt(parseStoreSpec(url), () => undefined)
  for (let first = 1; first <= 7_001; first += 1_000) {
    await store.transact(async (tx) => {
      for (let number = first; number < first + 1_000; number += 1) await tx.insert('invites', invite(number))
    })
  }
  let rows = 0
  for await (const page of changes()) {
    if (rows === 0) await new Promise((done) => setTimeout(done, 32_000))
    rows += page.length
  }
  await store.close()
  expect(rows).toBe(8_000)
}, 90_000)

test('a database that cannot be reached is told without its password', async () => {
  const ran = await cli('store check --json'.split(' '), {
    cwd: root,
    env: { SKILLPASS_STORE: 'postgres://someone:hunter2@127.0.0.1:1/nowhere' },
  })
  expect([ran.code, errorOf(ran).code]).toEqual([7, 'DATA_UNUSABLE'])
  expect(ran.stderr).not.toContain('hunter2')
})

test('a key is made in a database while others have it open', async () => {
  const database = await temporaryDatabase()
  const store = await openPostgresStore({ url: database, onNotice: () => undefined })
  const { stdout } = await ok(`keys bootstrap --store ${database} --json`)
  const { id, secret } = JSON.parse(stdout)
  expect(secret).toMatch(/^sk_live_/)
  expect(await store.read((tx) => tx.get('keys', id))).toMatchObject({ scopes: ['admin'], mode: 'live' })
  await store.close()
})
