import { choices } from '../../sdk/choices.gen.ts'
import { arg, flag, oneOf, text } from '../flags.ts'
import { show, showList } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { defaultLimit, idempotencyKey, limit, once, pageSize } from './common.ts'
import { deliveryCard, deliveryList, timeline } from './delivery-view.ts'

const id = arg(text('ID'), 'id of the delivery')
const sample = 'dlv_01j9z8k7m6n5p4q3r2s1t0v9wx'
const filters = { group: 'Filters' }

const list = verb({
  name: 'list',
  summary: 'list deliveries, newest first',
  flags: {
    webhook: flag(text('WEBHOOK'), 'only to this webhook', filters),
    event: flag(text('EVENT'), 'only of this event', filters),
    status: flag(oneOf('STATUS', choices['deliveries.list'].status), 'only these', filters),
    limit,
  },
  examples: [
    ['skillpass delivery list --status exhausted', 'what never arrived'],
    [
      'skillpass delivery list --status retrying --quiet | xargs -r -n 1 skillpass delivery retry',
      'all again, now',
    ],
  ],
  run: async ({ webhook, event, status, limit: wanted }, context) => {
    const client = await context.client()
    const query = { webhook_id: webhook, event_id: event, status, limit: pageSize(wanted) }
    await showList(context, client.deliveries.list(query), wanted ?? defaultLimit, deliveryList)
  },
})

const get = verb({
  name: 'get',
  summary: 'show a delivery with all its attempts',
  args: { id },
  examples: [
    [`skillpass delivery get ${sample}`, 'when it was tried and what was answered'],
    [`skillpass delivery get ${sample} --json | jq '.attempts[-1].response'`, 'the last answer'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.deliveries.get({ id: input.id }), timeline)
  },
})

const retry = verb({
  name: 'retry',
  summary: 'try a delivery again now',
  args: { id },
  flags: { idempotencyKey },
  examples: [
    [`skillpass delivery retry ${sample}`, 'whatever became of it before'],
    [`skillpass delivery retry ${sample} && skillpass delivery get ${sample}`, 'and see'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.deliveries.retry({ id: input.id }, once(input)), deliveryCard)
  },
})

export const delivery: Noun = {
  name: 'delivery',
  summary: 'what was sent to webhooks, try by try',
  verbs: [list, get, retry],
}
