import { describe, expect, test } from 'vitest'
import { StorageError } from '../../src/store/types.ts'
import { underTest, type OpenStore } from './conformance-store.ts'
import { event, instant, invite, inviteId, user } from './rows.ts'

/** What a transaction promises. */
export function transactionsConformance(driver: string, open: OpenStore): void {
  const at = underTest(open)
  const { write, invites, stored, found, page } = at

  describe(`${driver}: transactions`, () => {
    test('the result and the error of the work are handed on', async () => {
      const error = new Error('refused')
      expect(await at.store.transact(async () => 42)).toBe(42)
      expect(await at.store.read(async () => 42)).toBe(42)
      await expect(at.store.transact(async () => Promise.reject(error))).rejects.toBe(error)
      await expect(at.store.read(async () => Promise.reject(error))).rejects.toBe(error)
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
      expect(await at.store.read(async (tx) => tx.nextDue('invites'))).toBe(instant(3_601))
    })

    test('what runs at once counts as one after another', async () => {
      await write(async (tx) => tx.insert('meta', { id: 'count', value: 0 }))
      const addOne = async () =>
        write(async (tx) => {
          const row = await tx.get('meta', 'count')
          await tx.update('meta', { id: 'count', value: Number(row?.value) + 1 })
        })
      await Promise.all(Array.from({ length: 60 }, addOne))
      expect(await at.store.read(async (tx) => tx.get('meta', 'count'))).toEqual({ id: 'count', value: 60 })
    })

    test('who looks for the newest and puts the next behind it, many at once, gets a place each', async () => {
      const addNext = async () =>
        write(async (tx) => {
          const { rows } = await tx.page('meta', { limit: 1 })
          const next = Number(rows[0]?.id ?? 0) + 1
          await tx.insert('meta', { id: String(next).padStart(4, '0'), value: next })
        })
      await Promise.all(Array.from({ length: 60 }, addNext))
      const { rows } = await at.store.read(async (tx) => tx.page('meta', { limit: 100 }))
      expect(rows.map(({ value }) => value)).toEqual(Array.from({ length: 60 }, (_, nth) => 60 - nth))
    })

    test('nobody sees half of it', async () => {
      const pairs = async () =>
        write(async (tx) => {
          const at = await tx.next('pairs')
          await tx.insert('invites', invite(at))
          await tx.insert('events', event(at))
        })
      const count = async () =>
        at.store.read(async (tx) => [
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
      const tx = await at.store.transact(async (own) => own)
      await expect(tx.insert('invites', invite(1))).rejects.toBeInstanceOf(Error)
      expect(await stored(1)).toBeUndefined()
    })

    test('counters count by name from 1', async () => {
      const next = async (name: string) => at.store.transact(async (tx) => tx.next(name))
      expect([await next('a'), await next('a'), await next('b'), await next('a')]).toEqual([1, 2, 1, 3])
    })

    test('counters say where they stand, and go on from where they are set', async () => {
      const standing = async () => Object.fromEntries(await at.store.read(async (tx) => tx.counters()))
      expect(await standing()).toEqual({})
      await write(async (tx) => {
        await tx.next('a')
        await tx.setCounter('b of mine', 41)
        expect(await tx.next('b of mine')).toBe(42)
        expect(Object.fromEntries(await tx.counters())).toEqual({ a: 1, 'b of mine': 42 })
      })
      await write(async (tx) => tx.setCounter('a', 7))
      expect(await standing()).toEqual({ a: 7, 'b of mine': 42 })
      expect(await at.store.transact(async (tx) => tx.next('a'))).toBe(8)
    })

    test('an error takes back where a counter was set', async () => {
      await write(async (tx) => tx.setCounter('a', 7))
      const failing = write(async (tx) => {
        await tx.setCounter('a', 100)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await at.store.transact(async (tx) => tx.next('a'))).toBe(8)
    })

    test('a name is held until the end of the transaction', async () => {
      const hold = async (name: string) => at.store.transact(async (tx) => tx.hold(name))
      const twice = await at.store.transact(async (tx) => [await tx.hold('chores'), await tx.hold('chores')])
      expect(twice).toEqual([true, true])
      expect(await hold('chores')).toBe(true)
      const failing = at.store.transact(async (tx) => {
        await tx.hold('chores')
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect([await hold('chores'), await hold('other')]).toEqual([true, true])
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
      expect(await at.store.transact(async (tx) => tx.next('a'))).toBe(1)
    })
  })

  describe(`${driver}: the end`, () => {
    test('it is writable, waits for what is under way, and then refuses', async () => {
      expect(at.store.writable()).toBe(true)
      const last = invites([1])
      await at.store.close()
      await last
      await expect(invites([2])).rejects.toBeInstanceOf(StorageError)
      await expect(stored(1)).rejects.toBeInstanceOf(StorageError)
    })
  })
}
