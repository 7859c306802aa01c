import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { impossible, type Wish } from './trigger-wish.ts'
import { enabledWebhook } from './webhook-rows.ts'
import { test } from './webhooks.ts'

/** One test event for the endpoint named, or for each that is enabled. */
export async function webhookTest(tx: Tx, call: Call, { webhook_id }: Wish): Promise<void> {
  const all =
    webhook_id === undefined
      ? await tx.find('webhooks', 'status', 'enabled')
      : [await enabledWebhook(tx, webhook_id, 'data.webhook_id')]
  if (all.length === 0) {
    throw impossible('webhook_id', 'There is no enabled webhook to test. Create one: POST /v1/webhooks.')
  }
  for (const { id } of all) await test(tx, { id }, call)
}
