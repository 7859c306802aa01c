import { z } from 'zod'
import { day, id } from './formats.ts'
import { counts } from './key.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

/** The longest range of one answer: a year, whichever. */
export const longestUsageDays = 366

const countsAndDeliveries = once(() => ({
  ...counts(),
  deliveries: z.int().describe('Webhook deliveries, each on the day of its first attempt.'),
  delivery_attempts: z.int().describe('Attempts of deliveries, each on the day it began.'),
  delivery_failures: z.int().describe('Those of the attempts that were not acknowledged.'),
}))

const usageOfService = once(() =>
  z
    .strictObject({
      object: z.literal('usage'),
      from: day(),
      to: day(),
      ...countsAndDeliveries(),
      by_day: z
        .array(z.strictObject({ day: day(), ...countsAndDeliveries() }))
        .describe('Every day of the range, oldest first.'),
      by_key: z
        .array(
          z.strictObject({
            key_id: id('key'),
            name: z.string().nullable(),
            last4: z.string().nullable(),
            ...counts(),
          }),
        )
        .describe('Every key with requests in the range, revoked ones included, the busiest first.'),
    })
    .meta({ id: 'Usage', title: 'Usage of the service' }),
)

export const usage = {
  get: route({
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get the usage of the service',
    description:
      'What was asked with any key and delivered to webhooks, in all, by day and by key. Days are those of the ' +
      `service’s clock, UTC. Without a range: the last 30 days; at most ${longestUsageDays}. Deliveries belong to ` +
      'no key.',
    access: ['usage:read'],
    query: () =>
      z.strictObject({
        from: day().optional().describe('First day, UTC. Default: 29 days before `to`.'),
        to: day().optional().describe('Last day, UTC. Default: today.'),
      }),
    responses: () => ({ 200: usageOfService() }),
    errors: [],
    settles: 'usage',
    example: { query: { from: '2026-03-01', to: '2026-03-31' } },
  }),
}
