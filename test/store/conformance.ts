import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StorageError, type PageQuery, type Store, type Tx } from '../../src/store/types.ts'
import { delivery, event, idempotency, instant, invite, inviteId, key, skill, user } from './rows.ts'

/** What every driver of the store has to do. It sees nothing of a driver but Store and Tx. */
export function conformance(driver: string, open: () => Promise<Store>): void {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })
  afterEach(async () => {
    await store.close()
  })

  const write = async (work: (tx: Tx) => Promise<unknown>): Promise<void> => {
    await store.transact(async (tx) => void (await work(tx)))
  }
  const invites = async (numbers: readonly number[], facts = {}): Promise<void> =>
    write(async (tx) => {
      for (const number of numbers) await tx.insert('invites', invite(number, facts))
    })
  const stored = async (number: number) => store.read(async (tx) => tx.get('invites', inviteId(number)))
  const found = async (...[index, value]: [Parameters<typeof numbersFound>[1], string]) =>
    numbersFound(store, index, value)
  const page = async (query: PageQuery<'invites'>) => {
    const { rows, more } = await store.read(async (tx) => tx.page('invites', query))
    return { numbers: rows.map(({ id }) => Number(id.slice(4))), more }
  }

  describe(`${driver}: rows`, () => {
    test('a row comes back as it was put in, text of all kinds included', async () => {
      const row = event(1)
      await write(async (tx) => tx.insert('events', row))
      expect(await store.read(async (tx) => tx.get('events', row.id))).toEqual(row)
    })

    test('what is not there is undefined', async () => {
      expect(await stored(1)).toBeUndefined()
    })

    test('an id is given once', async () => {
      await invites([1])
      await expect(invites([2, 1])).rejects.toBeInstanceOf(Error)
      expect(await stored(2)).toBeUndefined()
    })

    test('an order is given once', async () => {
      await write(async (tx) => tx.insert('users', user('ann', '1')))
      await expect(write(async (tx) => tx.insert('users', user('bob', '1')))).rejects.toBeInstanceOf(Error)
      expect(await store.read(async (tx) => tx.get('users', 'bob'))).toBeUndefined()
    })

    test('only what is there can be updated', async () => {
      await expect(write(async (tx) => tx.update('invites', invite(1)))).rejects.toBeInstanceOf(Error)
      expect(await stored(1)).toBeUndefined()
    })

    test('an update replaces the whole row', async () => {
      await invites([1], { external_id: 'a', metadata: { one: '1' } })
      await write(async (tx) => tx.update('invites', invite(1, { metadata: { two: '2' } })))
      expect(await stored(1)).toEqual(invite(1, { metadata: { two: '2' } }))
    })

    test('a removed row is gone from every look-up; removing it again does nothing', async () => {
      await invites([1, 2], { external_id: 'a' })
      await write(async (tx) => tx.remove('invites', inviteId(1)))
      await write(async (tx) => tx.remove('invites', inviteId(1)))
      expect(await stored(1)).toBeUndefined()
      expect(await found('external_id', 'a')).toEqual([2])
      expect(await page({ limit: 10 })).toEqual({ numbers: [2], more: false })
      expect(await store.read(async (tx) => tx.nextDue('invites'))).toBe(instant(3_602))
    })

    test('a removed id may come back with another order', async () => {
      await write(async (tx) => tx.insert('users', user('ann', '1')))
      await write(async (tx) => {
        await tx.remove('users', 'ann')
        await tx.insert('users', user('ann', '2'))
      })
      const { rows } = await store.read(async (tx) => tx.page('users', { limit: 9 }))
      expect(rows.map(({ order }) => order)).toEqual(['2'])
    })
  })

  describe(`${driver}: indexes`, () => {
    test('find answers oldest first, however the rows came', async () => {
      await invites([3, 1, 4, 2], { skill: 'python' })
      await invites([5], { skill: 'go' })
      expect(await found('skill', 'python')).toEqual([1, 2, 3, 4])
      expect(await found('skill', 'rust')).toEqual([])
    })

    test('a row without a key stands under none', async () => {
      await invites([1], { user_id: null })
      await invites([2], { user_id: 'usr_1' })
      expect(await found('user_id', 'usr_1')).toEqual([2])
      expect(await found('user_id', 'null')).toEqual([])
    })

    test('a row of several keys stands under each, and follows when they change', async () => {
      const under = async (hash: string) => store.read(async (tx) => tx.find('keys', 'hash', hash))
      await write(async (tx) => tx.insert('keys', key('key_1', 'new', 'old')))
      expect([(await under('new')).length, (await under('old')).length]).toEqual([1, 1])
      await write(async (tx) => tx.update('keys', key('key_1', 'newer', 'new')))
      expect([
        (await under('newer')).length,
        (await under('new')).length,
        (await under('old')).length,
      ]).toEqual([1, 1, 0])
    })

    test('a row that names one key twice stands there once', async () => {
      const named = async () => store.read(async (tx) => tx.find('skills', 'name', 'react'))
      await write(async (tx) => tx.insert('skills', skill('react', ['React', 'ReactJS'])))
      expect(await named()).toHaveLength(1)
      await write(async (tx) => tx.remove('skills', 'react'))
      expect(await named()).toHaveLength(0)
    })

    test('an update moves a row between keys', async () => {
      await invites([1, 2, 3])
      await write(async (tx) => tx.update('invites', invite(2, { status: 'declined' })))
      expect(await found('status', 'pending')).toEqual([1, 3])
      expect(await found('status', 'declined')).toEqual([2])
    })

    test('count says how many find would answer', async () => {
      const counted = async (skill: string) => store.read(async (tx) => tx.count('invites', 'skill', skill))
      await invites([1], { skill: 'go' })
      await invites([2, 3])
      expect([await counted('go'), await counted('react'), await counted('rust')]).toEqual([1, 2, 0])
      await write(async (tx) => tx.remove('invites', inviteId(3)))
      expect(await counted('react')).toBe(1)
    })

    test('keys of many rows work as keys of few do', async () => {
      const numbers = Array.from({ length: 1_300 }, (_, index) => (index * 617) % 1_300)
      await invites(numbers)
      expect(await found('skill', 'react')).toEqual(numbers.toSorted((a, b) => a - b))
      await write(async (tx) => {
        for (const number of numbers) if (number % 100 !== 7) await tx.remove('invites', inviteId(number))
      })
      expect(await found('skill', 'react')).toEqual(
        numbers.filter((number) => number % 100 === 7).toSorted((a, b) => a - b),
      )
    })
  })

  describe(`${driver}: pages`, () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

    test('newest first, and whether there is more', async () => {
      await invites(upTo(5))
      expect(await page({ limit: 2 })).toEqual({ numbers: [5, 4], more: true })
      expect(await page({ limit: 5 })).toEqual({ numbers: [5, 4, 3, 2, 1], more: false })
    })

    test('an empty table has empty pages, wherever they start', async () => {
      expect(await page({ limit: 2 })).toEqual({ numbers: [], more: false })
      expect(await page({ limit: 2, before: inviteId(3) })).toEqual({ numbers: [], more: false })
      expect(await page({ limit: 2, direction: 'oldest', after: inviteId(3) })).toEqual({
        numbers: [],
        more: false,
      })
    })

    test('bounds: before and after leave their row out, from takes it in', async () => {
      await invites(upTo(6))
      expect((await page({ limit: 9, before: inviteId(4) })).numbers).toEqual([3, 2, 1])
      expect((await page({ limit: 9, from: inviteId(4) })).numbers).toEqual([6, 5, 4])
      expect((await page({ limit: 9, before: inviteId(5), from: inviteId(3) })).numbers).toEqual([4, 3])
      expect((await page({ limit: 9, direction: 'oldest', after: inviteId(4) })).numbers).toEqual([5, 6])
      expect((await page({ limit: 9, direction: 'oldest', from: inviteId(4) })).numbers).toEqual([4, 5, 6])
    })

    test('bounds need no row of their own', async () => {
      await invites([2, 4, 6])
      expect((await page({ limit: 9, before: inviteId(5) })).numbers).toEqual([4, 2])
      expect((await page({ limit: 9, before: inviteId(99) })).numbers).toEqual([6, 4, 2])
      expect((await page({ limit: 9, direction: 'oldest', after: inviteId(3) })).numbers).toEqual([4, 6])
      expect((await page({ limit: 9, direction: 'oldest', after: inviteId(99) })).numbers).toEqual([])
    })

    test('conditions hold together; an undefined one does not count', async () => {
      await invites([1, 3, 5], { skill: 'go', external_id: 'x' })
      await invites([2, 4], { skill: 'go' })
      await invites([6], { skill: 'python', external_id: 'x' })
      expect((await page({ limit: 9, where: { skill: 'go', external_id: 'x' } })).numbers).toEqual([5, 3, 1])
      expect(
        (await page({ limit: 9, where: { skill: 'go', status: 'pending', external_id: 'x' } })).numbers,
      ).toEqual([5, 3, 1])
      expect((await page({ limit: 9, where: { skill: 'rust', external_id: 'x' } })).numbers).toEqual([])
      expect(await page({ limit: 1, where: { skill: 'go', external_id: 'x' }, before: inviteId(5) })).toEqual(
        {
          numbers: [3],
          more: true,
        },
      )
    })

    test('walking page by page meets each row once, whatever is inserted meanwhile', async () => {
      await invites(upTo(700))
      const seen: number[] = []
      let before: string | undefined
      for (let more = true; more;) {
        const slice = await page({ limit: 64, ...(before === undefined ? {} : { before }) })
        seen.push(...slice.numbers)
        await invites([1_000 + seen.length])
        before = inviteId(seen.at(-1) ?? 0)
        ;({ more } = slice)
      }
      expect(seen).toEqual(upTo(700).toReversed())
    })

    test('filters that rarely meet are found among many', async () => {
      await write(async (tx) => {
        for (const number of upTo(12_000)) {
          const both = number === 50 || number === 11_000
          const facts = {
            skill: both || number % 2 === 0 ? 'go' : 'c',
            user_id: both || number % 2 === 1 ? 'u' : 'v',
          }
          await tx.insert('invites', invite(number, facts))
        }
      })
      expect(await page({ limit: 9, where: { skill: 'go', user_id: 'u' } })).toEqual({
        numbers: [11_000, 50],
        more: false,
      })
      const oldest = await page({ limit: 1, direction: 'oldest', where: { skill: 'go', user_id: 'u' } })
      expect(oldest).toEqual({ numbers: [50], more: true })
    })
  })

  describe(`${driver}: due`, () => {
    const due = async (second: number, limit = 9) =>
      store.transact(async (tx) =>
        (await tx.claimDue('invites', instant(second), limit)).map(({ id }) => Number(id.slice(4))),
      )

    test('earliest first, the instant itself included, no more than asked', async () => {
      await invites([1], { expires_at: instant(30) })
      await invites([2], { expires_at: instant(10) })
      await invites([3], { expires_at: instant(20) })
      await invites([4], { expires_at: instant(10) })
      expect(await due(9)).toEqual([])
      expect(await due(10)).toEqual([2, 4])
      expect(await due(30)).toEqual([2, 4, 3, 1])
      expect(await due(30, 1)).toEqual([2])
    })

    test('a changed row is due at its new instant, or not at all', async () => {
      await invites([1, 2, 3], { expires_at: instant(10) })
      await write(async (tx) => {
        await tx.update('invites', invite(1, { expires_at: instant(5) }))
        await tx.update('invites', invite(2, { expires_at: instant(10), status: 'completed' }))
      })
      expect(await due(10)).toEqual([1, 3])
      expect(await store.read(async (tx) => tx.nextDue('invites'))).toBe(instant(5))
    })

    test('nothing due, nothing next', async () => {
      expect(await due(9)).toEqual([])
      expect(await store.read(async (tx) => tx.nextDue('invites'))).toBeNull()
      expect(await store.read(async (tx) => tx.nextDue('meta'))).toBeNull()
    })

    test('queues of one table are apart, and the table is due when the first of them is', async () => {
      await write(async (tx) => {
        for (const [number, webhook, second] of [
          [1, 'a', 10],
          [2, 'b', 5],
          [3, 'a', 8],
          [4, 'b', 20],
        ] as const) {
          await tx.insert('deliveries', delivery(number, webhook, second))
        }
      })
      const claimed = async (webhook: string) =>
        store.transact(async (tx) =>
          (await tx.claimDue('deliveries', instant(10), 9, webhook)).map(({ id }) => id),
        )
      const next = async (webhook?: string) => store.read(async (tx) => tx.nextDue('deliveries', webhook))
      expect([await claimed('a'), await claimed('b'), await claimed('c')]).toEqual([
        ['dlv_3', 'dlv_1'],
        ['dlv_2'],
        [],
      ])
      expect([await next('a'), await next('b'), await next('c'), await next()]).toEqual([
        instant(8),
        instant(5),
        null,
        instant(5),
      ])
      await write(async (tx) => tx.remove('deliveries', 'dlv_2'))
      expect([await next('b'), await next()]).toEqual([instant(20), instant(8)])
    })

    test('tables have their own instants', async () => {
      await write(async (tx) => tx.insert('idempotency', idempotency('k', 7)))
      expect(await store.read(async (tx) => tx.nextDue('idempotency'))).toBe(instant(7))
      expect(await store.read(async (tx) => tx.nextDue('invites'))).toBeNull()
    })
  })

  describe(`${driver}: transactions`, () => {
    test('the result and the error of the work are handed on', async () => {
      const error = new Error('refused')
      expect(await store.transact(async () => 42)).toBe(42)
      expect(await store.read(async () => 42)).toBe(42)
      await expect(store.transact(async () => Promise.reject(error))).rejects.toBe(error)
      await expect(store.read(async () => Promise.reject(error))).rejects.toBe(error)
    })

    test('it reads what it wrote', async () => {
      await write(async (tx) => {
        await tx.insert('invites', invite(1))
        await tx.update('invites', invite(1, { skill: 'go' }))
        expect(await tx.find('invites', 'skill', 'go')).toHaveLength(1)
        expect((await tx.page('invites', { limit: 1 })).rows).toHaveLength(1)
        await tx.remove('invites', inviteId(1))
        expect(await tx.get('invites', inviteId(1))).toBeUndefined()
      })
      expect(await stored(1)).toBeUndefined()
    })

    test('an error takes all of it back', async () => {
      await invites([1, 2], { external_id: 'kept' })
      const failing = write(async (tx) => {
        await tx.update('invites', invite(1, { skill: 'go', expires_at: instant(1) }))
        await tx.remove('invites', inviteId(2))
        await tx.insert('invites', invite(3))
        await tx.clear()
        await tx.insert('invites', invite(2, { skill: 'c' }))
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await page({ limit: 9 })).toEqual({ numbers: [2, 1], more: false })
      expect(await found('skill', 'react')).toEqual([1, 2])
      expect(await found('external_id', 'kept')).toEqual([1, 2])
      expect(await store.read(async (tx) => tx.nextDue('invites'))).toBe(instant(3_601))
    })

    test('what runs at once counts as one after another', async () => {
      await write(async (tx) => tx.insert('meta', { id: 'count', value: 0 }))
      const addOne = async () =>
        write(async (tx) => {
          const row = await tx.get('meta', 'count')
          await tx.update('meta', { id: 'count', value: Number(row?.value) + 1 })
        })
      await Promise.all(Array.from({ length: 60 }, addOne))
      expect(await store.read(async (tx) => tx.get('meta', 'count'))).toEqual({ id: 'count', value: 60 })
    })

    test('nobody sees half of it', async () => {
      const pairs = async () =>
        write(async (tx) => {
          const at = await tx.next('pairs')
          await tx.insert('invites', invite(at))
          await tx.insert('events', event(at))
        })
      const count = async () =>
        store.read(async (tx) => [
          (await tx.page('invites', { limit: 99 })).rows.length,
          (await tx.page('events', { limit: 99 })).rows.length,
        ])
      const both = await Promise.all(
        Array.from({ length: 40 }, async (_, at) => (at % 2 === 0 ? pairs() : count())),
      )
      for (const seen of both) if (seen !== undefined) expect(seen[0]).toBe(seen[1])
      expect(await count()).toEqual([20, 20])
    })

    test('who asks after a transaction was answered sees it', async () => {
      for (let number = 1; number <= 20; number += 1) {
        await invites([number])
        expect((await page({ limit: 1 })).numbers).toEqual([number])
      }
    })

    test('a transaction that is over takes no more calls', async () => {
      const tx = await store.transact(async (own) => own)
      await expect(tx.insert('invites', invite(1))).rejects.toBeInstanceOf(Error)
      expect(await stored(1)).toBeUndefined()
    })

    test('counters count by name from 1', async () => {
      const next = async (name: string) => store.transact(async (tx) => tx.next(name))
      expect([await next('a'), await next('a'), await next('b'), await next('a')]).toEqual([1, 2, 1, 3])
    })

    test('clear empties tables and counters, and writing goes on in the same transaction', async () => {
      await invites([1, 2])
      await write(async (tx) => {
        await tx.next('a')
        await tx.insert('users', user('ann', '1'))
      })
      await write(async (tx) => {
        await tx.clear()
        expect(await tx.get('users', 'ann')).toBeUndefined()
        await tx.insert('invites', invite(2, { skill: 'go' }))
      })
      expect(await page({ limit: 9 })).toEqual({ numbers: [2], more: false })
      expect(await found('skill', 'react')).toEqual([])
      expect(await store.transact(async (tx) => tx.next('a'))).toBe(1)
    })
  })

  describe(`${driver}: the end`, () => {
    test('it is writable, waits for what is under way, and then refuses', async () => {
      expect(store.writable()).toBe(true)
      const last = invites([1])
      await store.close()
      await last
      await expect(invites([2])).rejects.toBeInstanceOf(StorageError)
      await expect(stored(1)).rejects.toBeInstanceOf(StorageError)
    })
  })
}

async function numbersFound(
  store: Store,
  index: 'status' | 'candidate_email' | 'skill' | 'user_id' | 'external_id',
  value: string,
): Promise<number[]> {
  const rows = await store.read(async (tx) => tx.find('invites', index, value))
  return rows.map(({ id }) => Number(id.slice(4)))
}
