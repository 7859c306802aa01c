import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StorageError } from '../../src/store/types.ts'
import { temporaryFolder } from '../folder.ts'
import { systemError, watchedDisk } from './disks.ts'
import { opened, putInvites, upTo } from './json-stores.ts'
import { event, invite, inviteId, user } from './rows.ts'

const root = await temporaryFolder()

async function collected(changes: AsyncIterable<readonly string[]>): Promise<string[]> {
  const all: string[] = []
  for await (const lines of changes) all.push(...lines)
  return all
}

test('what is read is the state at its start, whatever comes, changes and goes meanwhile', async () => {
  const store = await opened(join(root, 'moving'))
  await putInvites(
    store,
    upTo(4_000).map((number) => number * 2),
  )
  await store.transact(async (tx) => {
    await tx.insert('users', user('zoe', '2'))
    await tx.insert('users', user('adam', '1'))
    await tx.setCounter('events', 7)
  })
  const before = await collected(store.oneState())
  const seen: string[] = []
  let at = 0
  for await (const lines of store.oneState()) {
    seen.push(...lines)
    at += 1
    await store.transact(async (tx) => {
      const own = at * 300
      await tx.update('invites', invite(8_000 - at * 2, { skill: 'go' }))
      await tx.update('invites', invite(own, { skill: 'rust' }))
      await tx.remove('invites', inviteId(7_000 - at * 4))
      await tx.update('invites', invite(7_002 - at * 4, { skill: 'go' }))
      await tx.remove('invites', inviteId(7_002 - at * 4))
      await tx.insert('invites', invite(7_002 - at * 4, { skill: 'ada' }))
      await tx.insert('invites', invite(6_001 + at * 2))
      await tx.insert('invites', invite(9_000 + at))
      await tx.insert('events', event(at))
      await tx.next('events')
    })
    await expect(
      store.transact(async (tx) => {
        await tx.remove('invites', inviteId(5_000))
        throw new Error('changed its mind')
      }),
    ).rejects.toThrow('changed its mind')
  }
  expect(at).toBeGreaterThan(5)
  expect(seen).toEqual(before)
  expect(await collected(store.oneState())).not.toEqual(before)
  await store.close()
})

test('a store that is emptied meanwhile is read to its end', async () => {
  const store = await opened(join(root, 'emptied'))
  await putInvites(store, upTo(2_000))
  const before = await collected(store.oneState(['invites']))
  const changes = store.oneState(['invites'])[Symbol.asyncIterator]()
  const first = await changes.next()
  await store.transact((tx) => tx.clear())
  const rest = await collected({ [Symbol.asyncIterator]: () => changes })
  expect([...(first.value ?? []), ...rest]).toEqual(before)
  expect(await collected(store.oneState())).toEqual([])
  expect(store.rows()).toBe(0)
  await store.close()
})

test('what a disk then refused is not handed out', async () => {
  let failing = false
  const disk = watchedDisk(({ call, name }) => {
    if (failing && call === 'write' && name.startsWith('journal-')) throw systemError('ENOSPC')
  })
  const store = await opened(join(root, 'refused'), { disk })
  await putInvites(store, [1])
  failing = true
  const lost = putInvites(store, [2])
  const read = collected(store.oneState())
  await expect(lost).rejects.toBeInstanceOf(StorageError)
  await expect(read).rejects.toBeInstanceOf(StorageError)
  failing = false
  expect(await collected(store.oneState())).toHaveLength(1)
  await store.close()
})

test('folding by hand leaves one small segment and the same rows', async () => {
  const dir = join(root, 'folded')
  const store = await opened(dir)
  await putInvites(store, upTo(50))
  for (const number of upTo(50)) {
    await store.transact((tx) => tx.update('invites', invite(number, { skill: 'go' })))
  }
  const before = await collected(store.oneState())
  const { before: bytes, after } = await store.compact()
  expect(after).toBeLessThan(bytes * 0.7)
  await store.close()
  const again = await opened(dir)
  expect(await collected(again.oneState())).toEqual(before)
  await again.close()
})
