import type { DeliveryRow, EventRow, WebhookRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { deliveryView, queueDelivery } from './deliveries.ts'
import { findEvent } from './event-rows.ts'
import { listPage } from './paging.ts'
import { isUpgrade } from './replays.ts'
import { enabledWebhook } from './webhook-rows.ts'

/** The endpoints that subscribe to this very event, oldest first. */
export async function subscribers(
  tx: ReadTx,
  event: Pick<EventRow, 'event' | 'body'>,
): Promise<WebhookRow[]> {
  const family = `${event.event.slice(0, event.event.indexOf('.'))}.*`
  const names = ['*', family, event.event, ...(isUpgrade(event) ? ['skill.tier_upgraded'] : [])]
  const found = new Map<string, WebhookRow>()
  // Asked all at once: a database answers them in one round trip.
  const subscribed = await Promise.all(names.map((name) => tx.find('webhooks', 'subscription', name)))
  for (const webhook of subscribed.flat()) found.set(webhook.id, webhook)
  return [...found.values()]
}

/** One delivery per subscriber, in the transaction of the event. */
export async function fanOut(tx: Tx, call: Call, event: EventRow): Promise<void> {
  for (const webhook of await subscribers(tx, event)) await queueDelivery(tx, call, event, webhook)
}

export const deliveries: Op<'events', 'deliveries'> = async (tx, input, call) => {
  await findEvent(tx, input.id, call)
  return await listPage(tx, call, input, {
    table: 'deliveries',
    where: { event_id: input.id },
    view: deliveryView,
  })
}

export const resend: Op<'events', 'resend'> = async (tx, { id, webhook_id }, call) => {
  const event = await findEvent(tx, id, call)
  const all =
    webhook_id === undefined
      ? await subscribers(tx, event)
      : [await enabledWebhook(tx, webhook_id, 'webhook_id')]
  const made: DeliveryRow[] = []
  for (const webhook of all) {
    if (webhook.status === 'enabled') made.push(await queueDelivery(tx, call, event, webhook))
  }
  return { object: 'list' as const, data: made.map(deliveryView), has_more: false, next_cursor: null }
}
