import { contentConformance } from './conformance-content.ts'
import { listingsConformance } from './conformance-listings.ts'
import type { OpenStore } from './conformance-store.ts'
import { transactionsConformance } from './conformance-transactions.ts'

/** What every driver of the store has to do. It sees nothing of a driver but Store and Tx. */
export function conformance(driver: string, open: OpenStore): void {
  contentConformance(driver, open)
  listingsConformance(driver, open)
  transactionsConformance(driver, open)
}
