import { describe, expect, test } from 'vitest'
import { underTest, type OpenStore } from './conformance-store.ts'
import { delivery, idempotency, instant, invite, inviteId } from './rows.ts'

/** Pages and what is due. */
export function listingsConformance(driver: string, open: OpenStore): void {
  const at = underTest(open)
  const { write, invites, page } = at

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
      at.store.transact(async (tx) =>
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
      expect(await at.store.read(async (tx) => tx.nextDue('invites'))).toBe(instant(5))
    })

    test('nothing due, nothing next', async () => {
      expect(await due(9)).toEqual([])
      expect(await at.store.read(async (tx) => tx.nextDue('invites'))).toBeNull()
      expect(await at.store.read(async (tx) => tx.nextDue('meta'))).toBeNull()
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
        at.store.transact(async (tx) =>
          (await tx.claimDue('deliveries', instant(10), 9, webhook)).map(({ id }) => id),
        )
      const next = async (webhook?: string) => at.store.read(async (tx) => tx.nextDue('deliveries', webhook))
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

    test('the queues with something due, each once, no more than asked', async () => {
      const queues = async (second: number, limit = 9) =>
        at.store.read(async (tx) => (await tx.dueQueues('deliveries', instant(second), limit)).toSorted())
      expect(await queues(99)).toEqual([])
      await write(async (tx) => {
        for (let number = 0; number < 30; number += 1) {
          await tx.insert('deliveries', delivery(number, ['b', 'a\\\0', 'c'][number % 3] ?? '', number))
        }
        await tx.insert('deliveries', { ...delivery(99, 'none', 0), next_attempt_at: null })
      })
      expect(await queues(0)).toEqual(['b'])
      expect(await queues(1)).toEqual(['a\\\0', 'b'])
      expect(await queues(99)).toEqual(['a\\\0', 'b', 'c'])
      expect(await queues(99, 2)).toHaveLength(2)
      await write(async (tx) => {
        for (const { id } of await tx.find('deliveries', 'webhook_id', 'b')) await tx.remove('deliveries', id)
      })
      expect(await queues(99)).toEqual(['a\\\0', 'c'])
    })

    test('a table without queues has one, and one that is never due none', async () => {
      await invites([1], { expires_at: instant(5) })
      const queues = async (table: 'invites' | 'meta', second: number) =>
        at.store.read(async (tx) => tx.dueQueues(table, instant(second), 9))
      expect([await queues('invites', 4), await queues('invites', 5), await queues('meta', 5)]).toEqual([
        [],
        [''],
        [],
      ])
    })

    test('tables have their own instants', async () => {
      await write(async (tx) => tx.insert('idempotency', idempotency('k', 7)))
      expect(await at.store.read(async (tx) => tx.nextDue('idempotency'))).toBe(instant(7))
      expect(await at.store.read(async (tx) => tx.nextDue('invites'))).toBeNull()
    })
  })
}
