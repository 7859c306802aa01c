import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StorageError } from '../../src/store/types.ts'
import { temporaryFolder } from '../folder.ts'
import { crashCopy, heldSync, systemError, watchedDisk } from './disks.ts'
import { folded, inviteNumbers, looked, opened, putInvites, upTo } from './json-stores.ts'
import { invite, inviteId } from './rows.ts'

const root = await temporaryFolder()
const FLOOR = 20_000

test('a crash at any step of it loses nothing that was acknowledged', async () => {
  const dir = join(root, 'stages')
  const copies: { path: string; acknowledged: number; begun: number; step: string }[] = []
  let [begun, acknowledged] = [0, 0]
  const disk = watchedDisk(async ({ call, name }) => {
    const concerns = name.startsWith('snapshot') || ['open', 'close', 'remove', 'syncFolder'].includes(call)
    if (!concerns || copies.length >= 60) return
    const step = `${copies.length} ${call} ${name}`
    const path = join(root, `stage ${step}`)
    copies.push({ path, acknowledged, begun, step })
    await crashCopy(dir, path)
  })
  const store = await opened(dir, { disk, compactionFloor: FLOOR })
  const client = async (): Promise<void> => {
    while (begun < 120) {
      begun += 1
      const number = begun
      await store.transact(async (tx) => {
        await tx.insert('invites', invite(number))
        if (number > 10 && (number - 10) % 7 !== 0)
          await tx.update('invites', invite(number - 10, { skill: 'go' }))
        if (number % 7 === 0) await tx.remove('invites', inviteId(number))
      })
      acknowledged += 1
    }
  }
  await Promise.all([client(), client(), client()])
  await store.close()
  expect(copies.map(({ step }) => step).join()).toMatch(
    /write snapshot.tmp.*sync snapshot.tmp.*rename snapshot.tmp.*remove journal/,
  )
  for (const copy of copies) {
    const { seen, notices } = await looked(copy.path, inviteNumbers)
    const expected = upTo(seen.at(-1) ?? 0).filter((number) => number % 7 !== 0)
    expect(seen, copy.step).toEqual(expected)
    expect(notices, copy.step).toEqual([])
    // Three clients: the last acknowledged three may have overtaken one another, and a multiple of 7 leaves no row.
    expect(seen.at(-1) ?? 0, copy.step).toBeGreaterThanOrEqual(copy.acknowledged - 1)
    expect(seen.at(-1) ?? 0, copy.step).toBeLessThanOrEqual(copy.begun)
  }
})

test('rows that come, change and go while it walks are what the journal says they are', async () => {
  const dir = join(root, 'moving')
  const store = await opened(dir, { compactionFloor: FLOOR })
  await store.transact(async (tx) => {
    for (const number of upTo(3_000)) await tx.insert('invites', invite(number * 2))
    await tx.next('kept')
  })
  for (const number of upTo(200)) {
    await store.transact(async (tx) => {
      await tx.update('invites', invite(number * 28, { skill: 'go' }))
      await tx.remove('invites', inviteId(number * 28 + 2))
      await tx.insert('invites', invite(number * 2 + 1))
      await tx.next('counted')
    })
  }
  await folded(dir)
  const before = await state(store)
  await store.close()
  expect((await looked(dir, state)).seen).toEqual(before)
  expect(before).toMatchObject({ kept: 2, counted: 201 })
})

test('a snapshot that saw what a failing disk took back is not kept', async () => {
  const dir = join(root, 'lost')
  let failing = false
  const disk = watchedDisk(({ call, name }) => {
    if (name === 'snapshot.tmp' && call === 'open') failing = true
    if (failing && call === 'write' && name.startsWith('journal-')) throw systemError('ENOSPC')
  })
  const store = await opened(dir, { disk, compactionFloor: FLOOR })
  const written: number[] = []
  for (const number of upTo(200)) {
    const done = await putInvites(store, [number]).then(
      () => true,
      () => false,
    )
    if (done) written.push(number)
    else failing = false
  }
  await store.close()
  expect(written.length).toBeLessThan(200)
  expect(await looked(dir, inviteNumbers)).toEqual({ seen: written, notices: [] })
})

test('a snapshot does not take the place of the old one before everything in it is durable', async () => {
  const dir = join(root, 'early')
  const held = heldSync()
  const store = await opened(dir, { disk: held.disk, compactionFloor: FLOOR })
  await putInvites(store, upTo(60))
  held.hold()
  const writing = putInvites(store, [61]).catch((error: unknown) => error)
  await expect.poll(() => held.waiting()).toBe(true)
  await expect.poll(async () => size(join(dir, 'snapshot.tmp'))).toBeGreaterThan(FLOOR)
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setTimeout(resolve, 1))
  expect(await readdir(dir)).not.toContain('snapshot')
  held.fail()
  expect(await writing).toBeInstanceOf(StorageError)
  await store.close()
  expect(await looked(dir, inviteNumbers)).toEqual({ seen: upTo(60), notices: [] })
})

test('clear and what follows it survive the walk', async () => {
  const dir = join(root, 'cleared')
  const store = await opened(dir, { compactionFloor: FLOOR })
  await putInvites(store, upTo(500))
  await store.transact(async (tx) => tx.clear())
  await putInvites(store, [501])
  await folded(dir)
  await store.close()
  expect((await looked(dir, inviteNumbers)).seen).toEqual([501])
})

test('what is overwritten again and again does not fill the disk', async () => {
  const dir = join(root, 'bounded')
  const store = await opened(dir, { compactionFloor: FLOOR })
  await putInvites(store, [1])
  for (const number of upTo(400)) {
    await store.transact(async (tx) =>
      tx.update('invites', invite(1, { metadata: { number: String(number) } })),
    )
  }
  await expect.poll(async () => size(dir)).toBeLessThan(4 * FLOOR)
  await store.close()
  expect(await size(dir)).toBeLessThan(4 * FLOOR)
})

test('files and folder are for their owner only', async () => {
  const dir = join(root, 'private')
  const store = await opened(dir, { compactionFloor: 1 })
  await putInvites(store, [1])
  await folded(dir)
  expect((await stat(dir)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(dir)) expect((await stat(join(dir, name))).mode & 0o777, name).toBe(0o600)
  await store.close()
})

async function state(store: Parameters<typeof inviteNumbers>[0]) {
  const numbers = await inviteNumbers(store)
  const go = await store.read(async (tx) => (await tx.find('invites', 'skill', 'go')).map(({ id }) => id))
  const [kept, counted] = await store
    .transact(async (tx) => {
      const counts = [await tx.next('kept'), await tx.next('counted')]
      throw new Counted(counts)
    })
    .catch((error: unknown) => (error instanceof Counted ? error.counts : Promise.reject(error)))
  return { numbers, go, kept, counted }
}

/** Carries counts out of a transaction that leaves them as they were. */
class Counted extends Error {
  readonly counts: readonly number[]
  constructor(counts: readonly number[]) {
    super('counted')
    this.counts = counts
  }
}

async function size(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (found === null) return 0
  if (!found.isDirectory()) return found.size
  const sizes = await Promise.all((await readdir(path)).map(async (name) => size(join(path, name))))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}
