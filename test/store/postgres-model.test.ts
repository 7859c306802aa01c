import { expect, test } from 'vitest'
import { assert, asyncProperty } from 'fast-check'
import { temporaryDatabase } from '../postgres.ts'
import { applied, everything, outcome, run, transactions, type Model } from './model.ts'
import { openedPostgres } from './postgres-stores.ts'

const url = await temporaryDatabase()

test('random transactions: the state is that of those that were acknowledged', async () => {
  expect.hasAssertions()
  const store = await openedPostgres(url)
  await assert(
    asyncProperty(transactions, async (sent) => {
      await store.transact(async (tx) => tx.clear())
      let model: Model = new Map()
      for (const transaction of sent) {
        const after = applied(model, transaction)
        const result = await outcome(store.transact(async (tx) => run(tx, transaction)))
        expect(result).toBe(after === null ? 'refused' : 'done')
        model = after ?? model
      }
      expect(await everything(store)).toEqual(model)
    }),
    { numRuns: 15 },
  )
  await store.close()
}, 60_000)
