import { client } from '../client.ts'
import { useLoad } from '../use-load.ts'
import type { Webhook } from './types.ts'
import { nameOf } from './webhook-name.ts'

/** Every webhook there is, for filters and names; a hundred will do. */
export function useWebhooks(): readonly Webhook[] {
  const { data } = useLoad(
    'webhooks',
    async (signal) => (await client.webhooks.list({ limit: 100 }, { signal })).data,
  )
  return data ?? []
}

export function namesOf(webhooks: readonly Webhook[]): ReadonlyMap<string, string> {
  return new Map(webhooks.map((webhook) => [webhook.id, nameOf(webhook)]))
}
