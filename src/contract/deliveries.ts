import { z } from 'zod'
import { delivery, deliveryStatuses, deliveryWithAttempts } from './delivery.ts'
import { list, page, reference } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

const params = once(() => z.strictObject({ id: reference().describe('Id of the delivery.') }))
const example = { id: 'dlv_01j0000000000000000000000a' }

export const deliveries = {
  list: route({
    method: 'GET',
    path: '/v1/deliveries',
    summary: 'List deliveries',
    description: 'Newest first; kept for 30 days. Filters add up: a row must match all of them.',
    access: ['webhooks:read'],
    query: () =>
      z.strictObject({
        webhook_id: reference().optional(),
        event_id: reference().optional(),
        status: z.enum(deliveryStatuses).optional(),
        ...page(),
      }),
    responses: () => ({ 200: list(delivery()) }),
    errors: [],
    settles: 'invites',
    example: { query: { status: 'exhausted' } },
  }),
  get: route({
    method: 'GET',
    path: '/v1/deliveries/{id}',
    summary: 'Get a delivery with its attempts',
    description: 'Every attempt with the request as it was sent and the answer as it came.',
    access: ['webhooks:read'],
    params,
    responses: () => ({ 200: deliveryWithAttempts() }),
    errors: ['DELIVERY_NOT_FOUND'],
    example: { params: example },
  }),
  retry: route({
    method: 'POST',
    path: '/v1/deliveries/{id}/retry',
    summary: 'Retry a delivery now',
    description:
      'One more attempt at once, whatever became of the earlier ones. While an attempt is under way nothing changes.',
    access: ['webhooks:write'],
    params,
    responses: () => ({ 202: delivery() }),
    errors: ['DELIVERY_NOT_FOUND', 'WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED', 'EVENT_EXPIRED'],
    example: { params: example },
  }),
}
