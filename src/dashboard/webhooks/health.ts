import { client } from '../client.ts'
import type { Delivery, Webhook } from './types.ts'

/** How an endpoint does, as its newest deliveries tell. */
export interface Health {
  readonly last: Delivery | null
  /** Created when, the oldest of the deliveries that failed in a row up to now; null: the last one arrived. */
  readonly failingSince: string | null
  /** Those that were looked at all failed: it may fail for longer. */
  readonly isLonger: boolean
}

const lookedAt = 20

export async function healthOf(id: string, signal: AbortSignal): Promise<Health> {
  const { data, has_more: hasMore } = await client.deliveries.list(
    { webhook_id: id, limit: lookedAt },
    { signal },
  )
  const tried = data.filter(({ last_outcome: outcome }) => outcome !== null)
  const arrived = tried.findIndex(({ last_outcome: outcome }) => outcome === 'succeeded')
  const failing = arrived === -1 ? tried : tried.slice(0, arrived)
  return {
    last: data[0] ?? null,
    failingSince: failing.at(-1)?.created_at ?? null,
    isLonger: arrived === -1 && hasMore,
  }
}

/** Which share of the finished deliveries arrived; null: none is finished. */
export function successShare({ succeeded, failed }: Webhook['stats']): number | null {
  return succeeded + failed === 0 ? null : succeeded / (succeeded + failed)
}
