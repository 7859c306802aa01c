import type { Output } from '../../contract/index.ts'
import { choices } from '../../sdk/choices.gen.ts'
import { arg, flag, instant, many, needed, oneOf, text, toggle } from '../flags.ts'
import { eventTypes } from '../listener/target.ts'
import { show } from '../output.ts'
import { spin } from '../spinner.ts'
import { verb } from '../verb.ts'
import { idempotencyKey, once } from './common.ts'
import { deliveryCard } from './delivery-view.ts'
import { replayCard } from './webhook-view.ts'

const id = arg(text('ID'), 'id of the webhook')
const sample = 'we_01j9z8k7m6n5p4q3r2s1t0v9wx'
const pollMs = 200

export const test = verb({
  name: 'test',
  summary: 'send a test event to a webhook',
  about: 'A webhook.test event for this one alone, whatever it subscribes to.',
  args: { id },
  flags: { idempotencyKey },
  examples: [
    [`skillpass webhook test ${sample}`, 'does it arrive'],
    [`skillpass webhook test ${sample} --quiet | xargs skillpass delivery get`, 'and what was answered'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.webhooks.test({ id: input.id }, once(input)), deliveryCard)
  },
})

export const replay = verb({
  name: 'replay',
  summary: 'send past events to a webhook again',
  about: 'In the background, under the same webhook-id as the first time. The newest 30 days are kept.',
  args: { id },
  flags: {
    since: needed(instant('WHEN'), 'events at or after this'),
    until: flag(instant('WHEN'), 'events before this (default now)'),
    types: many(eventTypes, 'types and families, by comma (default what it subscribes to)'),
    status: flag(
      oneOf('WHICH', choices['webhooks.replay'].status),
      'those that did not arrive, or every one',
    ),
    wait: toggle('until all are queued'),
    idempotencyKey,
  },
  examples: [
    [`skillpass webhook replay ${sample} --since 2026-11-20`, 'what did not arrive since yesterday'],
    [`skillpass webhook replay ${sample} --since 2026-11-01 --status all --wait`, 'the whole month'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { id: of, since, until, types, status } = input
    const wanted = types.length === 0 ? undefined : types.flat()
    const job = await client.webhooks.replay({ id: of, since, until, types: wanted, status }, once(input))
    const whole = () => settled(job, (known) => client.webhooks.getReplay({ id: of, replay_id: known.id }))
    await show(context, input.wait ? await spin(context, 'Queueing', whole) : job, replayCard)
  },
})

type Replay = Output<'webhooks', 'replay'>

async function settled(begun: Replay, look: (job: Replay) => Promise<Replay>): Promise<Replay> {
  let job = begun
  while (job.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    job = await look(job)
  }
  return job
}
