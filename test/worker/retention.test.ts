import { expect, test } from 'vitest'
import { createIds } from '../../src/core/ids.ts'
import { iso } from '../../src/core/instant.ts'
import { openEphemeralStore } from '../../src/store/json/ephemeral.ts'
import { createSweeper } from '../../src/worker/sweeper.ts'

const now = Date.parse('2026-03-20T12:00:00.000Z')
const day = 86_400_000

test('mail is kept for 30 days, however much there is', async () => {
  const store = openEphemeralStore()
  const nothingDue = async (): Promise<number> => 0
  const sweeper = createSweeper(store, { invites: nothingDue, decays: nothingDue })
  const ids = createIds(() => now)
  await store.transact(async (tx) => {
    for (let age = 500; age > 0; age--) {
      const sent = now - (age * day) / 10
      const facts = { invite_id: 'inv_1', to: 'a@example.com', subject: '', expires_at: iso(now) }
      await tx.insert('mails', { ...facts, id: ids.newId('mail', sent), sent_at: iso(sent) })
    }
  })
  await sweeper.retain(now)
  const left = await store.read((tx) => tx.find('mails', 'invite_id', 'inv_1'))
  expect(left).toHaveLength(300)
  expect(left[0]?.sent_at).toBe(iso(now - 30 * day))
  await store.close()
})
