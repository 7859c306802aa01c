import { choices } from '../../sdk/choices.gen.ts'
import type { Request } from '../../contract/index.ts'
import type { StreamOptions } from '../../sdk/index.ts'
import { UsageError } from '../failure.ts'
import { arg, flag, instant, many, oneOf, text } from '../flags.ts'
import { show, showItems, showList } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { defaultLimit, idempotencyKey, limit, once, pageSize } from './common.ts'
import { deliveryList } from './delivery-view.ts'
import { eventCard, eventLine, eventList } from './event-view.ts'
import { looseField, parsedJson } from './loose-field.ts'
import { tailed } from './tail.ts'

const id = arg(text('ID'), 'id of the event')
const sample = 'evt_01j9z8k7m6n5p4q3r2s1t0v9wx'
const filters = { group: 'Filters' }
const types = choices['events.list'].type

const filterFlags = {
  type: flag(oneOf('TYPE', types), 'only these', filters),
  user: flag(text('USER'), 'only about this user', filters),
  invite: flag(text('INVITE'), 'only about this invite', filters),
}

const list = verb({
  name: 'list',
  summary: 'list events, newest first',
  flags: { ...filterFlags, since: flag(instant('WHEN'), 'only at or after this', filters), limit },
  examples: [
    ['skillpass event list --type assessment.completed', 'every score'],
    ['skillpass event list --user usr_alex --limit 5 --json', 'the last of one person'],
  ],
  run: async ({ type, user, invite, since, limit: wanted }, context) => {
    const client = await context.client()
    const query = { type, user_id: user, invite_id: invite, since, limit: pageSize(wanted) }
    await showList(context, client.events.list(query), wanted ?? defaultLimit, eventList)
  },
})

const get = verb({
  name: 'get',
  summary: 'show one event',
  args: { id },
  examples: [
    [`skillpass event get ${sample}`, 'what happened'],
    [`skillpass event get ${sample} --json`, 'the body that webhooks get'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.events.get({ id: input.id }), eventCard)
  },
})

const tail = verb({
  name: 'tail',
  summary: 'follow events as they happen',
  about: 'One line an event, until Ctrl-C. A lost connection is made again, and what was missed comes first.',
  flags: {
    ...filterFlags,
    after: flag(text('EVENT'), 'first what came after this event'),
    count: tailed.count,
  },
  examples: [
    ['skillpass event tail', 'everything'],
    ['skillpass event tail --type skill.tier_changed --json | jq .user_id', 'for a program'],
  ],
  run: async ({ type, user, invite, after, count }, context) => {
    const client = await context.client()
    const query = { type, user_id: user, invite_id: invite }
    const open = (options: StreamOptions) => client.events.stream(query, { ...options, lastEventId: after })
    await tailed.show(context, open, count, { quiet: (event) => event.id, line: eventLine })
  },
})

const trigger = verb({
  name: 'trigger',
  summary: 'make an event happen in the sandbox',
  about:
    'Brings about what the event tells, with real invites, results and users, and shows every event of it. ' +
    'Values that are JSON are taken as such: score=86, passed=true.',
  args: { type: arg(oneOf('TYPE', types), 'type of the event') },
  flags: {
    field: many(looseField, 'a field that the event shall have', { short: '-f' }),
    data: flag(text('JSON'), 'all these fields at once'),
    idempotencyKey,
  },
  examples: [
    ['skillpass event trigger assessment.completed -f skill=react -f score=86', 'somebody scores 86'],
    [
      `skillpass event trigger invite.created --data '{"candidate_email":"kim@example.com"}'`,
      'for one address',
    ],
  ],
  run: async (input, context) => {
    const given = Object.fromEntries([...Object.entries(objectOf(input.data)), ...input.field])
    const client = await context.client()
    // The service knows which fields a type has and what they hold; it names every one that does not fit.
    const data =
      Object.keys(given).length === 0 ? undefined : (given as Request<'sandbox', 'trigger'>['data'])
    const done = await client.sandbox.trigger({ event: input.type, data }, once(input))
    await showItems(context, done.events, eventList)
  },
})

function objectOf(source: string | undefined): object {
  if (source === undefined) return {}
  const value = parsedJson(source)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new UsageError('--data takes a JSON object such as {"skill":"react","score":86}.')
}

const resend = verb({
  name: 'resend',
  summary: 'send an event again',
  about:
    'The same bytes under the same webhook-id, to every enabled webhook that subscribes to it, or to one.',
  args: { id },
  flags: { webhook: flag(text('WEBHOOK'), 'only to this one, subscribed or not'), idempotencyKey },
  examples: [
    [`skillpass event resend ${sample}`, 'to all that want it'],
    [`skillpass event resend ${sample} --webhook we_01j9z8k7m6n5p4q3r2s1t0v9wx`, 'to one'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const queued = await client.events.resend({ id: input.id, webhook_id: input.webhook }, once(input))
    await showItems(context, queued.data, deliveryList)
  },
})

export const event: Noun = {
  name: 'event',
  summary: 'what happened, and making it happen',
  verbs: [list, get, tail, trigger, resend],
}
