import { mkdir, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { readHolder } from '../../src/store/json/lock.ts'
import { temporaryFolder } from '../folder.ts'
import { compiledStore } from './compiled.ts'
import { inviteNumbers, looked, opened, putInvites, refusal } from './json-stores.ts'

const root = await temporaryFolder()
const built = await compiledStore(`store-lock-${process.pid}`)
afterAll(async () => rm(built, { recursive: true }))

const program = `
  const [module, dir] = process.argv.slice(1)
  const { openJsonStore } = await import(module)
  try {
    const store = await openJsonStore({ dir, onNotice() {} })
    await store.announce('http://127.0.0.1:4747')
    process.stdout.write('open\\n')
    process.stdin.resume()
    process.stdin.once('data', () => store.close().then(() => process.exit()))
  } catch (error) {
    process.stdout.write(error.reason + '\\n')
    process.exit()
  }
`

/** Another process that opens the folder and keeps it until it is told. */
async function otherProcess(dir: string) {
  const child = execa(
    'node',
    ['--input-type=module', '-e', program, '--', join(built, 'store/json/open.js'), dir],
    {
      reject: false,
    },
  )
  const said = await new Promise<string>((resolve) => {
    child.stdout.once('data', (data: Buffer) => resolve(String(data).trim()))
    child.once('exit', () => resolve('nothing'))
  })
  return { child, said, pid: child.pid ?? 0 }
}

test('a second process hears who has the folder: pid, since when, where', async () => {
  const dir = join(root, 'two')
  const { child, said, pid } = await otherProcess(dir)
  expect(said).toBe('open')
  const { reason, message, hint } = await refusal(dir)
  expect(reason).toBe('locked')
  expect(message).toContain(`process ${pid} at http://127.0.0.1:4747`)
  expect(message).toMatch(/since \d{4}-\d\d-\d\dT/)
  expect(hint).toContain('--data')
  expect(await readHolder(dir)).toMatchObject({ pid, url: 'http://127.0.0.1:4747' })
  child.stdin.write('close\n')
  await child
  expect(await readHolder(dir)).toBeNull()
  expect((await looked(dir, inviteNumbers)).seen).toEqual([])
})

test('the other way round, and the refused process changes nothing', async () => {
  const dir = join(root, 'refused')
  const store = await opened(dir)
  const { child, said } = await otherProcess(dir)
  await child
  expect(said).toBe('locked')
  await putInvites(store, [1])
  await store.close()
  expect((await looked(dir, inviteNumbers)).seen).toEqual([1])
})

test('a killed process leaves a lock that the next one takes over', async () => {
  const dir = join(root, 'killed')
  const { child } = await otherProcess(dir)
  child.kill('SIGKILL')
  await child
  expect(await readdir(dir)).toContain('lock')
  expect(await readHolder(dir)).toBeNull()
  expect((await looked(dir, inviteNumbers)).seen).toEqual([])
})

test('of many processes that find a stale lock one wins', async () => {
  const dir = join(root, 'race')
  const { child } = await otherProcess(dir)
  child.kill('SIGKILL')
  await child
  const all = await Promise.all([1, 2, 3, 4, 5].map(async () => otherProcess(dir)))
  expect(all.map(({ said }) => said).toSorted()).toEqual(['locked', 'locked', 'locked', 'locked', 'open'])
  for (const each of all) each.child.stdin.write('close\n')
  await Promise.all(all.map(({ child: each }) => each))
})

test('one process cannot open it twice, and can again after closing', async () => {
  const dir = join(root, 'same')
  const store = await opened(dir)
  expect((await refusal(dir)).message).toContain(`process ${process.pid}`)
  await store.close()
  await store.close()
  expect((await looked(dir, inviteNumbers)).seen).toEqual([])
})

test.each([
  [
    'a pid that another process has now',
    JSON.stringify({ pid: process.pid, since: 'x', url: null, birth: 'long ago' }),
  ],
  ['a pid that nobody has', JSON.stringify({ pid: 2 ** 30, since: 'x', url: null, birth: null })],
  ['a file that was never finished', '{"pid":'],
  ['an empty file', ''],
])('a lock is stale with %s', async (name, content) => {
  const dir = join(root, name)
  await mkdir(dir)
  await writeFile(join(dir, 'lock'), content)
  const store = await opened(dir)
  expect(JSON.parse(await readFile(join(dir, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  await store.close()
  expect(await readdir(dir)).not.toContain('lock')
})

describe('a lock of another container, whose processes nobody here can see', () => {
  /** Its process 1 is not the one that has this number here. */
  const foreign = { pid: 1, since: 'x', url: null, birth: 'elsewhere', space: 'elsewhere' }
  const withForeignLock = async (name: string): Promise<{ dir: string; path: string }> => {
    const dir = join(root, name)
    const path = join(dir, 'lock')
    await mkdir(dir)
    await writeFile(path, JSON.stringify(foreign))
    return { dir, path }
  }

  test('holds as long as it is touched', async () => {
    const { dir, path } = await withForeignLock('elsewhere')
    const touching = setInterval(() => void utimes(path, new Date(), new Date()), 1_000)
    const { reason, message } = await refusal(dir).finally(() => clearInterval(touching))
    expect(reason).toBe('locked')
    expect(message).toContain('process 1 of another container')
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(foreign)
  })

  test('is stale when nobody touches it', async () => {
    const { dir, path } = await withForeignLock('abandoned')
    const store = await opened(dir)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid })
    await store.close()
  })

  test('is stale at once when it was not touched for long, or goes', async () => {
    const { dir, path } = await withForeignLock('long ago')
    await utimes(path, 1, 1)
    const started = performance.now()
    await (await opened(dir)).close()
    await writeFile(path, JSON.stringify(foreign))
    const opening = opened(dir)
    await rm(path)
    await (await opening).close()
    expect(performance.now() - started).toBeLessThan(7_000)
  })

  test('and its own is touched', async () => {
    const dir = join(root, 'touched')
    const store = await opened(dir)
    const touched = async (): Promise<number> => (await stat(join(dir, 'lock'))).mtimeMs
    const before = await touched()
    await vi.waitFor(async () => expect(await touched()).toBeGreaterThan(before), { timeout: 30_000 })
    await store.close()
  })
})

test('a store that does not open lets go of the folder', async () => {
  const dir = join(root, 'damaged')
  await mkdir(dir)
  await writeFile(join(dir, 'snapshot'), 'nonsense\n')
  await refusal(dir)
  expect(await readdir(dir)).toEqual(['snapshot'])
})
