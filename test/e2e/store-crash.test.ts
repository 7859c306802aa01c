import { execFile } from 'node:child_process'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openJsonStore } from '../../src/store/json/open.ts'
import { begin, emptyFolder, plainEnv, program } from '../cli/program.ts'
import { temporaryDatabase } from '../postgres.ts'
import { invite } from '../store/rows.ts'

/** The real program, killed while it fills a store. Needs a build. */

const rows = 12_000

async function filledFolder(folder: string): Promise<void> {
  const store = await openJsonStore({ dir: join(folder, 'from'), onNotice: () => undefined })
  for (let start = 0; start < rows; start += 1_000) {
    await store.transact(async (tx) => {
      for (let number = start; number < start + 1_000; number += 1) await tx.insert('invites', invite(number))
    })
  }
  await store.close()
}

async function run(folder: string, line: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...line.split(' ')], {
    cwd: folder,
    env: plainEnv(),
  }).catch((error: { stdout: string; stderr: string; code: number }) => ({
    stdout: JSON.stringify({ exit: error.code, ...JSON.parse(error.stderr).error }),
  }))
  return stdout === '' ? null : JSON.parse(stdout)
}

/** Kills it once its target holds so many bytes. */
async function killedWhile(folder: string, line: string, hasBegun: () => Promise<boolean>): Promise<void> {
  const child = begin(folder, line.split(' '))
  while (!(await hasBegun())) {
    if (child.exitCode !== null) throw new Error(`It was over before: ${child.stderr()}`)
    await sleep(2)
  }
  child.kill('SIGKILL')
  await child.ended()
  expect(child.signalCode).toBe('SIGKILL')
}

function journalOver(folder: string, name: string, bytes: number) {
  return async () => {
    const path = join(folder, name, 'journal-0000000000000001')
    return (await stat(path).catch(() => ({ size: 0 }))).size > bytes
  }
}

test('a restore that is killed leaves a store that nobody serves, until it is restored again', async () => {
  const folder = await emptyFolder()
  await filledFolder(folder)
  await run(folder, 'store backup rows.dump --store json:from --json')
  await killedWhile(folder, 'store restore rows.dump --store json:to', journalOver(folder, 'to', 800_000))
  for (const line of ['dev --data to --port 0 --json', 'store backup half.dump --store json:to --json']) {
    const told = await run(folder, line)
    expect(told).toMatchObject({
      exit: 7,
      code: 'DATA_UNUSABLE',
      message: expect.stringContaining('store restore'),
    })
  }
  expect(await run(folder, 'store restore rows.dump --store json:to --json')).toMatchObject({ rows })
  const checked = await run(folder, 'store check --store json:to --json')
  expect(checked.problem_count).toBe(0)
  expect(checked.tables).toContainEqual({ table: 'invites', rows })
  expect(checked.tables).toContainEqual({ table: 'meta', rows: 0 })
}, 180_000)

test('a restore from stdin that is interrupted leaves nothing of what it read', async () => {
  const folder = await emptyFolder()
  const TMPDIR = join(folder, 'tmp')
  await mkdir(TMPDIR)
  const child = begin(folder, 'store restore - --store json:to'.split(' '), { TMPDIR })
  await expect
    .poll(async () => (await readdir(TMPDIR, { recursive: true })).length, { timeout: 10_000 })
    .toBe(2)
  child.kill('SIGINT')
  await child.ended()
  expect(child.signalCode).toBe('SIGINT')
  expect(await readdir(TMPDIR)).toEqual([])
})

test('a copy that is killed goes on where it was', async () => {
  const folder = await emptyFolder()
  await filledFolder(folder)
  await killedWhile(folder, 'store copy json:from json:to', journalOver(folder, 'to', 2_000_000))
  const told = await run(folder, 'store backup half.dump --store json:to --json')
  expect(told).toMatchObject({ exit: 7, message: expect.stringContaining('store copy') })
  const copied = await run(folder, 'store copy json:from json:to --json')
  expect(copied.same).toBe(true)
  expect(copied.earlier_rows).toBeGreaterThan(1_000)
  expect(copied.earlier_rows % 500).toBe(0)
}, 180_000)

test('a source that changed between two runs is noticed, and the target stays unserved', async () => {
  const folder = await emptyFolder()
  await filledFolder(folder)
  await killedWhile(folder, 'store copy json:from json:to', journalOver(folder, 'to', 2_000_000))
  const store = await openJsonStore({ dir: join(folder, 'from'), onNotice: () => undefined })
  await store.transact((tx) => tx.update('invites', invite(3, { skill: 'go' })))
  await store.close()
  const child = begin(folder, 'store copy json:from json:to --json'.split(' '))
  expect(await child.ended()).toBe(8)
  expect(JSON.parse(child.stdout()).tables).toContainEqual({
    table: 'invites',
    from: rows,
    to: rows,
    same: false,
  })
  expect(await run(folder, 'store check --store json:to --json')).toMatchObject({ exit: 7 })
  expect(await run(folder, 'store copy json:from json:to --replace --json')).toMatchObject({ same: true })
  expect(await run(folder, 'store check --store json:to --json')).toMatchObject({ problem_count: 0 })
}, 180_000)

test('a copy into a database that is killed goes on where it was', async () => {
  const folder = await emptyFolder()
  await filledFolder(folder)
  const database = await temporaryDatabase()
  const { openPostgresStore } = await import('../../src/store/postgres/open.ts')
  const target = await openPostgresStore({ url: database, onNotice: () => undefined })
  const hasBegun = () =>
    target.read(async (tx) => (await tx.page('invites', { direction: 'oldest', limit: 1 })).rows.length > 0)
  await killedWhile(folder, `store copy json:from ${database}`, hasBegun)
  const copied = await run(folder, `store copy json:from ${database} --json`)
  expect(copied).toMatchObject({ same: true })
  expect(copied.earlier_rows).toBeGreaterThanOrEqual(500)
  await target.close()
}, 180_000)
