import { z } from 'zod'
import { delivery } from './delivery.ts'
import { event, eventFilters } from './events.ts'
import { list, page, reference } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

const params = once(() => z.strictObject({ id: reference().describe('Id of the event.') }))
const example = { id: 'evt_01j0000000000000000000000a' }

/** The verbs of `events` that have to do with sending them. */
export const eventDeliveryRows = {
  deliveries: route({
    method: 'GET',
    path: '/v1/events/{id}/deliveries',
    summary: 'List the deliveries of an event',
    description: 'Newest first: one per webhook, and one more for every resend and replay.',
    access: ['webhooks:read'],
    params,
    query: () => z.strictObject(page()),
    responses: () => ({ 200: list(delivery()) }),
    errors: ['EVENT_NOT_FOUND', 'EVENT_EXPIRED'],
    example: { params: example },
  }),
  resend: route({
    method: 'POST',
    path: '/v1/events/{id}/resend',
    summary: 'Send an event again',
    description:
      'To the webhook named, subscribed or not, or else to every enabled one that subscribes to the event. The body ' +
      'and `webhook-id` are those of the first time. Answers the new deliveries.',
    access: ['webhooks:write'],
    params,
    body: () =>
      z.strictObject({
        webhook_id: reference()
          .optional()
          .describe('Default: every enabled webhook that subscribes to the event.'),
      }),
    responses: () => ({ 202: list(delivery()) }),
    errors: ['EVENT_NOT_FOUND', 'EVENT_EXPIRED', 'WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
    example: { params: example, body: { webhook_id: 'we_01j0000000000000000000000a' } },
  }),
  stream: route({
    method: 'GET',
    path: '/v1/events/stream',
    summary: 'Follow events as they happen',
    description:
      'Server-sent events: the `id` of a message is that of the event, its `event` the type, its `data` the event.',
    access: ['events:read'],
    query: () => z.strictObject(eventFilters()),
    responses: () => ({ 200: event() }),
    errors: [],
    stream: true,
    resumes: true,
    example: { query: { type: 'assessment.completed' } },
  }),
}
