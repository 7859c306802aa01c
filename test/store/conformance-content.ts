import { describe, expect, test } from 'vitest'
import { underTest, type OpenStore } from './conformance-store.ts'
import { event, idempotency, instant, invite, inviteId, key, skill, user } from './rows.ts'

/** Rows and the indexes over them. */
export function contentConformance(driver: string, open: OpenStore): void {
  const at = underTest(open)
  const { write, invites, stored, found, page } = at

  describe(`${driver}: rows`, () => {
    test('a row comes back as it was put in, text of all kinds included', async () => {
      const row = event(1)
      await write(async (tx) => tx.insert('events', row))
      expect(await at.store.read(async (tx) => tx.get('events', row.id))).toEqual(row)
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
      expect(await at.store.read(async (tx) => tx.get('users', 'bob'))).toBeUndefined()
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
      expect(await at.store.read(async (tx) => tx.nextDue('invites'))).toBe(instant(3_602))
    })

    test('to look for a row leaves nothing behind, and does not stand in its way', async () => {
      const look = async (id: string) => at.store.transact(async (tx) => tx.get('idempotency', id))
      expect([await look('a'), await look('a')]).toEqual([undefined, undefined])
      await write(async (tx) => {
        expect(await tx.get('idempotency', 'b')).toBeUndefined()
        expect(await tx.get('idempotency', 'b')).toBeUndefined()
        expect((await tx.page('idempotency', { limit: 9 })).rows).toEqual([])
        expect(await tx.get('idempotency', 'b')).toBeUndefined()
        await tx.remove('idempotency', 'b')
        expect(await tx.get('idempotency', 'b')).toBeUndefined()
        await tx.insert('idempotency', idempotency('b', 7))
        expect(await tx.get('idempotency', 'b')).toEqual(idempotency('b', 7))
        expect(await tx.get('idempotency', 'c')).toBeUndefined()
      })
      const { rows } = await at.store.read(async (tx) => tx.page('idempotency', { limit: 9 }))
      expect(rows).toEqual([idempotency('b', 7)])
      expect(await look('b')).toEqual(idempotency('b', 7))
      await write(async (tx) => {
        expect(await tx.get('idempotency', 'b')).toEqual(idempotency('b', 7))
        await tx.update('idempotency', idempotency('b', 9))
      })
      expect(await look('b')).toEqual(idempotency('b', 9))
    })

    test('only what is there can be updated, also when it was looked for', async () => {
      const looking = write(async (tx) => {
        await tx.get('idempotency', 'a')
        await tx.update('idempotency', idempotency('a', 7))
      })
      await expect(looking).rejects.toBeInstanceOf(Error)
    })

    test('a removed id may come back with another order', async () => {
      await write(async (tx) => tx.insert('users', user('ann', '1')))
      await write(async (tx) => {
        await tx.remove('users', 'ann')
        await tx.insert('users', user('ann', '2'))
      })
      const { rows } = await at.store.read(async (tx) => tx.page('users', { limit: 9 }))
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
      const under = async (hash: string) => at.store.read(async (tx) => tx.find('keys', 'hash', hash))
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
      const named = async () => at.store.read(async (tx) => tx.find('skills', 'name', 'react'))
      await write(async (tx) => tx.insert('skills', skill('react', ['React', 'ReactJS'])))
      expect(await named()).toHaveLength(1)
      await write(async (tx) => tx.remove('skills', 'react'))
      expect(await named()).toHaveLength(0)
    })

    test('keys that differ in what a database would rather not hold stay apart', async () => {
      const long = 'k'.repeat(5_000)
      const odd = ['a\0b', 'a\\0b', 'a\\u0000b', 'a\ud800b', 'a\ufffdb', `${long}1`, `${long}2`, '', '"{},']
      await write(async (tx) => {
        for (const [at, external_id] of odd.entries()) await tx.insert('invites', invite(at, { external_id }))
        for (const [at, alias] of odd.entries()) await tx.insert('skills', skill(`s${at}`, [alias]))
      })
      for (const [number, key] of odd.entries()) {
        expect(await found('external_id', key)).toEqual([number])
        const skills = await at.store.read(async (tx) => tx.find('skills', 'name', key))
        expect(skills.map(({ id }) => id)).toEqual([`s${number}`])
      }
    })

    test('an update moves a row between keys', async () => {
      await invites([1, 2, 3])
      await write(async (tx) => tx.update('invites', invite(2, { status: 'declined' })))
      expect(await found('status', 'pending')).toEqual([1, 3])
      expect(await found('status', 'declined')).toEqual([2])
    })

    test('count says how many find would answer', async () => {
      const counted = async (skill: string) =>
        at.store.read(async (tx) => tx.count('invites', 'skill', skill))
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
}
