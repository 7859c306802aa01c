import { z } from 'zod'
import { id, instant } from './formats.ts'
import { once } from './lazy.ts'

export const webhookKinds = ['http', 'listener'] as const
export const acknowledgements = ['200', '2xx'] as const

const stats = once(() =>
  z
    .strictObject({
      pending: z.int().describe('Not finished yet: waiting, under way, to be retried or held.'),
      succeeded: z.int(),
      failed: z.int().describe('Given up after the last attempt.'),
    })
    .describe('Deliveries to this webhook of the last 30 days.'),
)

const shape = once(() => ({
  id: id('we'),
  object: z.literal('webhook'),
  url: z.string().nullable().describe('Where deliveries are sent; null for a listener.'),
  description: z.string().nullable(),
  events: z.array(z.string()).describe('As they were given.'),
  ack: z.enum(acknowledgements).describe('Which answers acknowledge a delivery: 200 alone, or 200 to 299.'),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z.string().nullable().describe('Why nothing is sent, such as `gone` after an answer 410.'),
  kind: z.enum(webhookKinds),
  name: z.string().nullable(),
  created_at: instant(),
  secret_last4: z.string().describe('Last 4 characters of the signing secret.'),
  previous_secret_expires_at: instant()
    .nullable()
    .describe('Until when deliveries are signed with the outgoing secret as well.'),
  stats: stats(),
}))

export const webhook = once(() => z.strictObject(shape()).meta({ id: 'Webhook', title: 'Webhook' }))

export const webhookWithSecret = once(() =>
  z
    .strictObject({
      ...shape(),
      secret: z
        .string()
        .nullable()
        .describe('The signing secret, `whsec_` and base64; shown in this answer only: store it now.'),
      secret_unavailable: z
        .boolean()
        .optional()
        .describe('True when a replayed answer can no longer show its secret; `secret` is null then.'),
    })
    .meta({ id: 'WebhookWithSecret', title: 'Webhook with its secret' }),
)

export const webhookDeletion = once(() =>
  z
    .strictObject({ id: id('we'), object: z.literal('webhook'), deleted: z.literal(true) })
    .meta({ id: 'WebhookDeletion', title: 'Deleted webhook' }),
)

export const replay = once(() =>
  z
    .strictObject({
      id: id('rpl'),
      object: z.literal('replay'),
      webhook_id: id('we'),
      status: z.enum(['running', 'done']),
      since: instant(),
      until: instant(),
      types: z.array(z.string()).nullable().describe('null: what the webhook subscribes to.'),
      filter: z.enum(['failed', 'all']).describe('`status` of the request.'),
      matched: z.int().describe('Events found so far.'),
      queued: z.int().describe('Deliveries made so far.'),
      created_at: instant(),
      completed_at: instant().nullable(),
    })
    .meta({ id: 'Replay', title: 'Replay' }),
)
