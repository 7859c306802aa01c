import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../folder.ts'
import { crashCopy, watchedDisk } from './disks.ts'
import { inviteNumbers, looked, opened, putInvites, upTo } from './json-stores.ts'

const root = await temporaryFolder()

/** A store whose next sync waits until it is let go. */
async function heldStore(name: string) {
  let syncs = 0
  let gate: Promise<void> | null = null
  let release = (): void => undefined
  const disk = watchedDisk(async ({ call, name: file }) => {
    if (call !== 'sync' || !file.startsWith('journal-')) return
    syncs += 1
    await gate
  })
  const dir = join(root, name)
  const store = await opened(dir, { disk })
  return {
    dir,
    store,
    syncs: () => syncs,
    hold() {
      gate = new Promise((resolve) => {
        release = () => {
          gate = null
          resolve()
        }
      })
    },
    release: () => release(),
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const rounds = (async () => {
    for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve))
    return false
  })()
  return Promise.race([promise.then(() => true), rounds])
}

test('what comes while a sync is under way shares the next one', async () => {
  const { store, syncs, hold, release } = await heldStore('shared')
  hold()
  const first = putInvites(store, [0])
  await until(() => syncs() === 1)
  const others = upTo(50).map(async (number) => putInvites(store, [number]))
  expect(await isSettled(Promise.any(others))).toBe(false)
  release()
  await Promise.all([first, ...others])
  expect(syncs()).toBe(2)
  await store.close()
})

test('no transaction is answered before its sync', async () => {
  const { store, syncs, hold, release } = await heldStore('durable')
  hold()
  const writing = putInvites(store, [1])
  await until(() => syncs() === 1)
  expect(await isSettled(writing)).toBe(false)
  release()
  await writing
  await store.close()
})

test('a reader is not answered with what a crash could take back', async () => {
  const { dir, store, syncs, hold, release } = await heldStore('reader')
  hold()
  const writing = putInvites(store, [1])
  await until(() => syncs() === 1)
  const reading = inviteNumbers(store)
  const refusing = store.transact(async () => Promise.reject(new Error('1 is there already')))
  expect(await isSettled(reading)).toBe(false)
  expect(await isSettled(refusing.catch(() => undefined))).toBe(false)
  release()
  expect(await reading).toEqual([1])
  await expect(refusing).rejects.toThrow('1 is there already')
  await writing
  expect((await looked(await crashCopy(dir, join(root, 'reader-crashed')), inviteNumbers)).seen).toEqual([1])
  await store.close()
})

test('a transaction without writes costs no sync', async () => {
  const { store, syncs } = await heldStore('idle')
  await store.transact(async (tx) => tx.get('invites', 'inv_1'))
  await store.transact(async (tx) => tx.remove('invites', 'inv_1'))
  expect(syncs()).toBe(0)
  await store.close()
})

test('closing waits for what is under way', async () => {
  const { dir, store } = await heldStore('closing')
  const writing = Promise.all(upTo(20).map(async (number) => putInvites(store, [number])))
  await store.close()
  await writing
  expect((await looked(dir, inviteNumbers)).seen).toEqual(upTo(20))
})
