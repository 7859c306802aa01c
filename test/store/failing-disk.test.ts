import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StorageError } from '../../src/store/types.ts'
import { temporaryFolder } from '../folder.ts'
import { crashCopy, heldSync, systemError, watchedDisk, type Step } from './disks.ts'
import { folded, inviteNumbers, looked, opened, putInvites, upTo } from './json-stores.ts'
import { invite, inviteId } from './rows.ts'

const root = await temporaryFolder()

const never = (): boolean => false

async function failingStore(name: string, options: { compactionFloor?: number } = {}) {
  const disk = { fails: never as (step: Step) => boolean, code: 'ENOSPC' as 'ENOSPC' | 'EROFS' | 'EIO' }
  const dir = join(root, name)
  const watched = watchedDisk((step) => {
    if (disk.fails(step)) throw systemError(disk.code)
  })
  return { dir, disk, store: await opened(dir, { disk: watched, ...options }) }
}

const journalStep =
  (...calls: Step['call'][]) =>
  ({ call, name }: Step) =>
    name.startsWith('journal-') && calls.includes(call)

describe.each([
  ['full: half of the bytes are written', 'ENOSPC', journalStep('write')],
  ['read-only: not even cutting back works', 'EROFS', journalStep('write', 'truncate', 'sync')],
  ['broken: the bytes are written and the sync fails', 'EIO', journalStep('sync')],
] as const)('%s', (_, code, fails) => {
  test('writes fail whole, reads go on, and writes resume when it is well again', async () => {
    const { dir, disk, store } = await failingStore(code)
    await putInvites(store, [1, 2])
    disk.code = code
    disk.fails = fails
    for (const number of [3, 4]) {
      await expect(putInvites(store, [number])).rejects.toBeInstanceOf(StorageError)
      expect(store.writable()).toBe(false)
      expect(await inviteNumbers(store)).toEqual([1, 2])
    }
    disk.fails = never
    await putInvites(store, [5])
    expect(store.writable()).toBe(true)
    expect(await inviteNumbers(store)).toEqual([1, 2, 5])
    const crashed = await crashCopy(dir, join(root, `${code} crashed`))
    expect(await looked(crashed, inviteNumbers)).toEqual({ seen: [1, 2, 5], notices: [] })
    await store.close()
  })

  test('everything that was built on what is lost is lost with it', async () => {
    const { dir, disk, store } = await failingStore(`${code} chain`)
    await putInvites(store, [1])
    disk.code = code
    disk.fails = fails
    const update = async (skill: string) =>
      store.transact(async (tx) => tx.update('invites', invite(1, { skill, status: 'accepted' })))
    const results = await Promise.allSettled([
      update('go'),
      putInvites(store, [2]),
      store.transact(async (tx) => tx.remove('invites', inviteId(1))),
      store.transact(async (tx) => tx.clear()),
      putInvites(store, [1, 3]),
      update('rust'),
      store.transact(async (tx) => tx.next('counter')),
    ])
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'))
    const seen = async () =>
      store.read(async (tx) => [await tx.find('invites', 'skill', 'react'), await tx.nextDue('invites')])
    expect(await seen()).toEqual([[invite(1)], invite(1).expires_at])
    disk.fails = never
    expect(await store.transact(async (tx) => tx.next('counter'))).toBe(1)
    await store.close()
    const { seen: numbers, notices } = await looked(dir, inviteNumbers)
    expect([numbers, notices]).toEqual([[1], []])
  })
})

test('a reader that saw what was then lost looks again', async () => {
  const { disk, store } = await failingStore('reader')
  disk.fails = journalStep('write')
  const writing = putInvites(store, [1])
  const looks: number[] = []
  const reading = store.read(async (tx) => {
    const { rows } = await tx.page('invites', { limit: 9 })
    looks.push(rows.length)
    return rows.length
  })
  await expect(writing).rejects.toBeInstanceOf(StorageError)
  expect(await reading).toBe(0)
  expect(looks).toEqual([1, 0])
  await store.close()
})

test('what gathered behind a write that then fails is lost with it', async () => {
  const held = heldSync()
  const store = await opened(join(root, 'gathered'), { disk: held.disk })
  await putInvites(store, [1])
  held.hold()
  const first = putInvites(store, [2])
  await expect.poll(() => held.waiting()).toBe(true)
  const second = store.transact(async (tx) => tx.update('invites', invite(2, { skill: 'go' })))
  const reading = inviteNumbers(store)
  held.fail()
  const results = await Promise.allSettled([first, second])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await reading).toEqual([1])
  await putInvites(store, [2])
  expect(await store.read(async (tx) => tx.get('invites', inviteId(2)))).toEqual(invite(2))
  await store.close()
  expect((await looked(join(root, 'gathered'), inviteNumbers)).seen).toEqual([1, 2])
})

test('a row that an error gave back is still there after many others', async () => {
  const { store } = await failingStore('many')
  await putInvites(store, [1])
  const failing = store.transact(async (tx) => {
    await tx.update('invites', invite(1, { skill: 'go' }))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await putInvites(store, upTo(17_000).slice(1))
  expect(await store.read(async (tx) => tx.get('invites', inviteId(1)))).toEqual(invite(1))
  await store.close()
})

test('a failed write does not show the cause to the caller of the API', async () => {
  const { disk, store } = await failingStore('message')
  disk.fails = journalStep('write')
  const error = await putInvites(store, [1]).catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(StorageError)
  expect(String(error)).not.toContain('ENOSPC')
  await store.close()
})

describe('a snapshot that cannot be written', () => {
  const snapshotStep = (call: Step['call']) => (step: Step) =>
    step.name === 'snapshot.tmp' && step.call === call

  test.each(['open', 'write', 'sync', 'close', 'rename'] as const)(
    'at %s: nothing is lost, and a later one succeeds',
    async (call) => {
      const notices: string[] = []
      const fails = { now: true }
      const dir = join(root, `snapshot ${call}`)
      const disk = watchedDisk((step) => {
        if (fails.now && snapshotStep(call)(step)) throw systemError('ENOSPC')
      })
      const store = await opened(dir, {
        disk,
        compactionFloor: 3_000,
        onNotice: ({ kind }) => notices.push(kind),
      })
      for (const number of upTo(10)) await putInvites(store, [number])
      await expect.poll(() => notices[0]).toBe('compaction_failed')
      expect(
        await looked(await crashCopy(dir, join(root, `snapshot ${call} crashed`)), inviteNumbers),
      ).toEqual({
        seen: upTo(10),
        notices: [],
      })
      fails.now = false
      for (const number of upTo(20).slice(10)) await putInvites(store, [number])
      await folded(dir)
      await store.close()
      expect(await looked(dir, inviteNumbers)).toEqual({ seen: upTo(20), notices: [] })
    },
  )

  test('a segment that cannot be made is tried again, and the journal goes on in the old one', async () => {
    const { dir, disk, store } = await failingStore('segment', { compactionFloor: 3_000 })
    disk.fails = ({ call, name }) =>
      call === 'syncFolder' || (call === 'remove' && name.startsWith('journal-'))
    for (const number of upTo(10)) await putInvites(store, [number])
    expect((await looked(await crashCopy(dir, join(root, 'segment crashed')), inviteNumbers)).seen).toEqual(
      upTo(10),
    )
    disk.fails = never
    for (const number of upTo(30).slice(10)) await putInvites(store, [number])
    await folded(dir)
    await store.close()
    expect(await looked(dir, inviteNumbers)).toEqual({ seen: upTo(30), notices: [] })
  })
})
