import { choices } from '../../sdk/choices.gen.ts'
import { arg, duration, flag, many, oneOf, text, toggle } from '../flags.ts'
import { eventTypes } from '../listener/target.ts'
import { show } from '../output.ts'
import { verb } from '../verb.ts'
import { idempotencyKey, once } from './common.ts'
import { freshWebhookCard, webhookCard } from './webhook-view.ts'

const id = arg(text('ID'), 'id of the webhook')
const sample = 'we_01j9z8k7m6n5p4q3r2s1t0v9wx'
const ack = flag(
  oneOf('WHICH', choices['webhooks.create'].ack),
  'answers that acknowledge (default 200 alone)',
)
const description = flag(text('TEXT'), 'a note of your own')

export const create = verb({
  name: 'create',
  summary: 'send events to an address',
  about: 'Its signing secret is printed once; with --quiet alone.',
  args: { url: arg(text('URL'), 'where events are posted') },
  flags: {
    events: many(eventTypes, 'types, families such as invite.*, by comma (default all)'),
    description,
    ack,
    idempotencyKey,
  },
  examples: [
    ['skillpass webhook create http://localhost:3000/webhook', 'everything'],
    ['skillpass webhook create https://example.com/hook --events invite.*,skill.tier_upgraded', 'some of it'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const fields = {
      url: input.url,
      events: given(input.events),
      description: input.description,
      ack: input.ack,
    }
    await show(context, await client.webhooks.create(fields, once(input)), freshWebhookCard)
  },
})

function given(lists: readonly (readonly string[])[]): string[] | undefined {
  return lists.length === 0 ? undefined : lists.flat()
}

export const update = verb({
  name: 'update',
  summary: 'change a webhook',
  about: 'Changes only what is given. --events replaces the whole list, for events to come.',
  args: { id },
  flags: {
    url: flag(text('URL'), 'where events are posted from now on'),
    events: many(eventTypes, 'types and families, by comma'),
    description,
    noDescription: toggle('remove the note'),
    ack,
    idempotencyKey,
  },
  examples: [
    [`skillpass webhook update ${sample} --ack 2xx`, 'a receiver that answers 204'],
    [`skillpass webhook update ${sample} --events assessment.completed`, 'scores only'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { id: of, url, ack: which } = input
    const note = input.noDescription ? null : input.description
    const fields = { id: of, url, events: given(input.events), description: note, ack: which }
    await show(context, await client.webhooks.update(fields, once(input)), webhookCard)
  },
})

export const remove = verb({
  name: 'delete',
  summary: 'delete a webhook',
  about: 'What waits for it is cancelled; what was sent can still be read.',
  args: { id },
  flags: { idempotencyKey },
  examples: [
    [`skillpass webhook delete ${sample}`, 'nothing is sent any more'],
    ['skillpass webhook list --quiet | xargs -r -n 1 skillpass webhook delete', 'all of them'],
  ],
  approval: ({ id: name }) => ({ step: `Delete the webhook ${name}`, weight: 'severe', name }),
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.webhooks.remove({ id: input.id }, once(input)), {
      quiet: (gone) => gone.id,
      text: (gone, { tty, paint }) => (tty ? `  ${paint.good('✓')} ${gone.id} is deleted` : gone.id),
    })
  },
})

export const rotateSecret = verb({
  name: 'rotate-secret',
  summary: 'give a webhook a new secret without downtime',
  about: 'For the overlap everything is signed with both. The new one is printed once; with --quiet alone.',
  args: { id },
  flags: {
    overlap: flag(duration('TIME'), 'how long the old secret still signs, 0 to 30d (default 1d)'),
    idempotencyKey,
  },
  examples: [
    [`skillpass webhook rotate-secret ${sample} --overlap 6h`, 'six hours to change over'],
    [`skillpass webhook rotate-secret ${sample} --overlap 0`, 'it leaked: the old one ends now'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const fields = { id: input.id, overlap_seconds: input.overlap }
    await show(context, await client.webhooks.rotateSecret(fields, once(input)), freshWebhookCard)
  },
})

export const enable = verb({
  name: 'enable',
  summary: 'send to a webhook again',
  args: { id },
  flags: {
    held: flag(oneOf('WHAT', choices['webhooks.enable'].held), 'what was held meanwhile (default send)'),
    idempotencyKey,
  },
  examples: [
    [`skillpass webhook enable ${sample}`, 'what was held is sent in order'],
    [`skillpass webhook enable ${sample} --held skip`, 'only what happens from now on'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(
      context,
      await client.webhooks.enable({ id: input.id, held: input.held }, once(input)),
      webhookCard,
    )
  },
})

export const disable = verb({
  name: 'disable',
  summary: 'hold everything for a webhook',
  about: 'Nothing is lost: it is held until the webhook is enabled.',
  args: { id },
  flags: { reason: flag(text('TEXT'), 'why, shown with the webhook'), idempotencyKey },
  examples: [
    [`skillpass webhook disable ${sample}`, 'for a while'],
    [`skillpass webhook disable ${sample} --reason "Maintenance until noon"`, 'and why'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(
      context,
      await client.webhooks.disable({ id: input.id, reason: input.reason }, once(input)),
      webhookCard,
    )
  },
})
