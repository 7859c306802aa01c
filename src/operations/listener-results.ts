import { ApiError } from '../core/error.ts'
import type { Op } from './call.ts'
import { deliveryView } from './deliveries.ts'
import { findWebhook } from './webhook-rows.ts'

/** A listener tells how its attempt ended; the worker, which waits for it, writes it down. */
export const results: Op<'webhooks', 'results'> = async (tx, { id, ...result }, call) => {
  await findWebhook(tx, id)
  const delivery = await tx.get('deliveries', result.delivery_id)
  if (delivery?.webhook_id !== id) {
    throw new ApiError('DELIVERY_NOT_FOUND', `Webhook ${id} has no delivery ${result.delivery_id}.`, {
      param: 'delivery_id',
    })
  }
  call.after(() => call.host.listenerAnswered(id, result))
  return deliveryView(delivery)
}
