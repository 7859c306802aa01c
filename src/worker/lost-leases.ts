import { iso, ms } from '../core/instant.ts'
import type { Store } from '../store/types.ts'
import { leaseMs, unleased } from './ledger.ts'

const batchSize = 200

/**
 * What a process had leased when it died is due at once, as it was when it was claimed. Only for a store that no
 * other process can have open: there, before the first claim, every lease is a lost one.
 */
export async function freeLostLeases(store: Store): Promise<void> {
  // Mostly there is none, and then nothing is written.
  let left = await store.read((tx) => tx.count('deliveries', 'status', 'delivering'))
  while (left > 0)
    left = await store.transact(async (tx) => {
      const { rows } = await tx.page('deliveries', { where: { status: 'delivering' }, limit: batchSize })
      for (const row of rows) {
        if (row.lease_until === null) throw new Error(`Delivery ${row.id} is delivering without a lease`)
        await tx.update('deliveries', unleased(row, iso(ms(row.lease_until) - leaseMs)))
      }
      return rows.length
    })
}
