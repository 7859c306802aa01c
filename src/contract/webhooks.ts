import { z } from 'zod'
import { delivery } from './delivery.ts'
import { list, page, reference, text } from './formats.ts'
import { once } from './lazy.ts'
import { attemptResult, listenerAttempt } from './listener.ts'
import { route } from './route.ts'
import { replay, webhook, webhookDeletion, webhookWithSecret } from './webhook.ts'
import { replayDraft, secretRotation, webhookChanges, webhookDraft } from './webhook-bodies.ts'

const params = once(() => z.strictObject({ id: reference().describe('Id of the webhook.') }))
const example = { id: 'we_01j0000000000000000000000a' }

export const webhooks = {
  list: route({
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'List webhooks',
    description: 'Newest first, disabled ones and listeners included. Secrets are never shown.',
    access: ['webhooks:read'],
    query: () => z.strictObject(page()),
    responses: () => ({ 200: list(webhook()) }),
    errors: [],
    example: { query: { limit: '10' } },
  }),
  create: route({
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook',
    description:
      'From now on the events it subscribes to are sent to it, signed after Standard Webhooks 1.0. The answer holds ' +
      'the secret. A listener whose `name` exists is not made again: 200 with that listener, unchanged, and its secret.',
    access: ['webhooks:write'],
    body: webhookDraft,
    responses: () => ({ 200: webhookWithSecret(), 201: webhookWithSecret() }),
    location: '/v1/webhooks/{id}',
    errors: ['WEBHOOK_URL_INVALID', 'WEBHOOK_URL_FORBIDDEN', 'WEBHOOK_EVENT_UNKNOWN'],
    secrets: ['secret'],
    audited: ['url', 'events', 'ack', 'kind'],
    example: { body: { url: 'http://127.0.0.1:3000/hook', events: ['invite.*', 'assessment.completed'] } },
  }),
  get: route({
    method: 'GET',
    path: '/v1/webhooks/{id}',
    summary: 'Get a webhook',
    access: ['webhooks:read'],
    params,
    responses: () => ({ 200: webhook() }),
    errors: ['WEBHOOK_NOT_FOUND'],
    example: { params: example },
  }),
  update: route({
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    summary: 'Update a webhook',
    description:
      'Changes only the fields that are sent. `kind` and `name` stay. New `events` count for events to come; ' +
      'deliveries that wait go to the new `url`.',
    access: ['webhooks:write'],
    params,
    body: webhookChanges,
    responses: () => ({ 200: webhook() }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_URL_INVALID', 'WEBHOOK_URL_FORBIDDEN', 'WEBHOOK_EVENT_UNKNOWN'],
    audited: ['url', 'events', 'ack'],
    example: { params: example, body: { events: ['*'], ack: '2xx' } },
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    summary: 'Delete a webhook',
    description:
      'Nothing is sent any more; deliveries that wait are cancelled. Finished ones can still be read.',
    access: ['webhooks:write'],
    params,
    responses: () => ({ 200: webhookDeletion() }),
    errors: ['WEBHOOK_NOT_FOUND'],
    audited: [],
    example: { params: example },
  }),
  rotateSecret: route({
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    summary: 'Rotate the secret of a webhook',
    description:
      'Makes a new secret, shown once. Until the overlap ends every delivery is signed with both, newest first. ' +
      'Rotating again meanwhile ends the oldest secret at once.',
    access: ['webhooks:write'],
    params,
    body: secretRotation,
    responses: () => ({ 200: webhookWithSecret() }),
    errors: ['WEBHOOK_NOT_FOUND'],
    secrets: ['secret'],
    audited: ['overlap_seconds'],
    example: { params: example, body: { overlap_seconds: 3600 } },
  }),
  enable: route({
    method: 'POST',
    path: '/v1/webhooks/{id}/enable',
    summary: 'Enable a webhook',
    description: 'What was held while it was disabled is sent or skipped. Enabling again changes nothing.',
    access: ['webhooks:write'],
    params,
    body: () =>
      z.strictObject({
        held: z
          .enum(['send', 'skip'])
          .default('send')
          .describe('What becomes of held deliveries: sent in order, or cancelled.'),
      }),
    responses: () => ({ 200: webhook() }),
    errors: ['WEBHOOK_NOT_FOUND'],
    audited: ['held'],
    example: { params: example, body: { held: 'send' } },
  }),
  disable: route({
    method: 'POST',
    path: '/v1/webhooks/{id}/disable',
    summary: 'Disable a webhook',
    description: 'Deliveries are held until it is enabled: nothing is lost. Disabling again changes nothing.',
    access: ['webhooks:write'],
    params,
    body: () => z.strictObject({ reason: text(500).optional().describe('Shown as `disabled_reason`.') }),
    responses: () => ({ 200: webhook() }),
    errors: ['WEBHOOK_NOT_FOUND'],
    audited: [],
    example: { params: example, body: { reason: 'Maintenance until noon' } },
  }),
  test: route({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    summary: 'Send a test event to a webhook',
    description:
      'Makes a `webhook.test` event for this webhook alone, whatever it subscribes to, and answers its delivery.',
    access: ['webhooks:write'],
    params,
    responses: () => ({ 202: delivery() }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
    example: { params: example },
  }),
  replay: route({
    method: 'POST',
    path: '/v1/webhooks/{id}/replay',
    summary: 'Send past events to a webhook again',
    description:
      'Queues a delivery for every event that matches, in the background. `webhook-id` is the same as the first time.',
    access: ['webhooks:write'],
    params,
    body: replayDraft,
    responses: () => ({ 202: replay() }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED', 'WEBHOOK_EVENT_UNKNOWN'],
    settles: 'invites',
    example: { params: example, body: { since: '2026-03-01T00:00:00Z', status: 'failed' } },
  }),
  getReplay: route({
    method: 'GET',
    path: '/v1/webhooks/{id}/replays/{replay_id}',
    summary: 'Get the progress of a replay',
    access: ['webhooks:read'],
    params: () => params().extend({ replay_id: reference().describe('Id of the replay.') }),
    responses: () => ({ 200: replay() }),
    errors: ['WEBHOOK_NOT_FOUND'],
    example: { params: { ...example, replay_id: 'rpl_01j0000000000000000000000a' } },
  }),
  stream: route({
    method: 'GET',
    path: '/v1/webhooks/{id}/stream',
    summary: 'Receive the deliveries of a listener',
    description:
      'Server-sent events, for a webhook of kind `listener`: one `delivery` message per attempt, and a comment every ' +
      '15 seconds. What waited while nobody listened comes first. Each attempt wants its result.',
    access: ['webhooks:read'],
    params,
    responses: () => ({ 200: listenerAttempt() }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
    stream: true,
    example: { params: example },
  }),
  results: route({
    method: 'POST',
    path: '/v1/webhooks/{id}/results',
    summary: 'Report the result of a listener’s attempt',
    description:
      'What the local server answered, or why it did not. Without a result the attempt ends as `listener_offline` ' +
      'and is retried; a result that comes after that changes nothing.',
    access: ['webhooks:write'],
    params,
    body: attemptResult,
    responses: () => ({ 200: delivery() }),
    errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
    example: {
      params: example,
      body: { delivery_id: 'dlv_01j0000000000000000000000a', attempt: 1, status: 200, duration_ms: 12 },
    },
  }),
}
