import { z } from 'zod'
import { id, instant } from './formats.ts'
import { once } from './lazy.ts'

export const deliveryStatuses = [
  'pending',
  'delivering',
  'succeeded',
  'retrying',
  'exhausted',
  'held',
  'cancelled',
] as const

const outcomeText =
  '`succeeded`, `http_<status>`, `non_200_ack`, `redirect`, `dns`, `connect_refused`, `tls`, `timeout_connect`, ' +
  '`timeout_response`, `reset`, `blocked_target` or `listener_offline`.'

const shape = once(() => ({
  id: id('dlv'),
  object: z.literal('delivery'),
  event_id: id('evt'),
  event_type: z.string(),
  webhook_id: id('we'),
  status: z
    .enum(deliveryStatuses)
    .describe('`held`: waits for its webhook to be enabled. `exhausted`: given up after the last attempt.'),
  attempt_count: z.int(),
  created_at: instant(),
  next_attempt_at: instant().nullable().describe('null: none is planned.'),
  deadline_at: instant()
    .nullable()
    .describe('No attempt starts later: 72 hours after the first one. null before it.'),
  completed_at: instant().nullable(),
  last_outcome: z.string().nullable().describe(outcomeText),
}))

export const delivery = once(() => z.strictObject(shape()).meta({ id: 'Delivery', title: 'Delivery' }))

const attempt = once(() =>
  z.strictObject({
    number: z.int().describe('1 for the first.'),
    started_at: instant(),
    duration_ms: z.number(),
    outcome: z.string().describe(outcomeText),
    status: z.int().nullable().describe('HTTP status of the answer; null when there was none.'),
    hint: z.string().nullable().describe('What is probably wrong, such as `non_200_ack`.'),
    request: z.strictObject({
      headers: z.record(z.string(), z.string()),
      body: z.string().describe('The bytes that were signed.'),
    }),
    response: z
      .strictObject({
        headers: z.record(z.string(), z.string()),
        body: z.string().describe('Up to 64 KiB.'),
        truncated: z.boolean().describe('Whether the answer was longer.'),
      })
      .nullable(),
  }),
)

export const deliveryWithAttempts = once(() =>
  z
    .strictObject({ ...shape(), attempts: z.array(attempt()).describe('Oldest first.') })
    .meta({ id: 'DeliveryWithAttempts', title: 'Delivery with its attempts' }),
)
