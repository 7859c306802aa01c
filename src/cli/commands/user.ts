import { choices } from '../../sdk/choices.gen.ts'
import type { Output } from '../../contract/index.ts'
import { card, headline, told } from '../card.ts'
import { arg, flag, many, needed, oneOf, pair, text, toggle } from '../flags.ts'
import { show, showList } from '../output.ts'
import type { ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { moment, relative } from '../when.ts'
import { defaultLimit, idempotencyKey, limit, once, pageSize, record } from './common.ts'
import { metadata } from './invite-view.ts'
import { users as people } from './picks.ts'

type User = Output<'users', 'get'>

const id = arg(text('USER'), 'id of the user', { pick: people })

function statusBrush({ status }: User, paint: Paint): (text: string) => string {
  if (status === 'active') return paint.good
  return status === 'suspended' ? paint.bad : paint.faint
}

const users: ListView<User> = {
  things: 'users',
  quiet: (one) => one.id,
  columns: [
    { title: 'Id', cell: (one) => one.id, least: 12 },
    { title: 'Status', cell: (one) => one.status, brush: statusBrush, drop: 1 },
    {
      title: 'Since',
      cell: (one, { now }) => relative(one.created_at, now),
      raw: (one) => one.created_at,
      drop: 3,
    },
    { title: 'E-mail', cell: (one) => one.email ?? '–', raw: (one) => one.email ?? '', least: 12, drop: 2 },
    { title: 'Name', cell: (one) => one.display_name, least: 12 },
  ],
}

const userCard: View<User> = {
  quiet: (one) => one.id,
  text: async (one, surface) => {
    const { tty, paint } = surface
    const body = card(
      [
        ['Id', tty ? null : one.id],
        ['Name', tty ? null : one.display_name],
        ['Status', tty ? null : one.status],
        ['E-mail', told(one.email)],
        ['Metadata', metadata(one.metadata)],
        ['Created', moment(one.created_at, surface)],
        ['Changed', moment(one.updated_at, surface)],
      ],
      surface,
    )
    if (!tty) return body
    const { shorten, width } = await import('../width.ts')
    const name = shorten(told(one.display_name) ?? one.id, Math.min(surface.width, 100) - 16)
    const left = `${paint.strong(name)}  ${statusBrush(one, paint)(one.status)}`
    return `${headline(left, width(name) + 2 + one.status.length, one.id, surface)}\n\n${body}`
  },
}

const list = verb({
  name: 'list',
  summary: 'list users, newest first',
  flags: {
    email: flag(text('EMAIL'), 'only with this address', { group: 'Filters' }),
    status: flag(oneOf('STATUS', choices['users.list'].status), 'only these', { group: 'Filters' }),
    limit,
  },
  examples: [
    ['skillpass user list', 'who is there'],
    [
      'skillpass user list --status active --quiet | skillpass passport batch - --skill react',
      'who of them knows React',
    ],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const listing = client.users.list({
      email: input.email,
      status: input.status,
      limit: pageSize(input.limit),
    })
    await showList(context, listing, input.limit ?? defaultLimit, users)
  },
})

const get = verb({
  name: 'get',
  summary: 'show one user',
  args: { id },
  examples: [
    ['skillpass user get usr_alex', 'name, address, status'],
    ['skillpass user get usr_alex --json | jq -r .email', 'one field'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.users.get({ id: input.id }), userCard)
  },
})

const create = verb({
  name: 'create',
  summary: 'create a user',
  about: 'Accepting an invite creates its user as well: this is for setting up beforehand.',
  flags: {
    name: needed(text('NAME'), 'name to show, in any script'),
    id: flag(text('ID'), 'an id of your own'),
    email: flag(text('EMAIL'), 'address'),
    metadata: many(pair('KEY=VALUE'), 'a label of your own'),
    idempotencyKey,
  },
  examples: [
    ['skillpass user create --name "Kim Doe" --email kim@example.com', 'a new id is made'],
    ['skillpass user create --name "Kim Doe" --id kim --metadata team=web', 'with an id of your own'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { name, id: own, email } = input
    const fields = { display_name: name, id: own, email, metadata: record(input.metadata) }
    await show(context, await client.users.create(fields, once(input)), userCard)
  },
})

const update = verb({
  name: 'update',
  summary: 'change a user',
  about: 'Changes only what is given. --metadata replaces all labels.',
  args: { id },
  flags: {
    name: flag(text('NAME'), 'name to show'),
    email: flag(text('EMAIL'), 'address'),
    noEmail: toggle('remove the address'),
    status: flag(oneOf('STATUS', choices['users.update'].status), 'a suspended user is never verified'),
    metadata: many(pair('KEY=VALUE'), 'a label of your own'),
    idempotencyKey,
  },
  examples: [
    ['skillpass user update usr_alex --name "Alex Chen-Roe"', 'a new name'],
    ['skillpass user update usr_alex --status suspended', 'nothing of theirs is verified now'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { id: of, name, email, noEmail, status } = input
    const fields = {
      display_name: name,
      email: noEmail ? null : email,
      status,
      metadata: record(input.metadata),
    }
    await show(context, await client.users.update({ id: of, ...fields }, once(input)), userCard)
  },
})

const erase = verb({
  name: 'erase',
  summary: 'remove the personal data of a user for ever',
  about: 'The id stays and answers "erased" from then on. This cannot be undone.',
  args: { id },
  flags: { idempotencyKey },
  examples: [
    ['skillpass user erase usr_alex --yes', 'a request to be forgotten'],
    ['skillpass user list --status erased', 'whom nothing is known of any more'],
  ],
  approval: ({ id: name }) => ({
    step: `Erase everything personal about ${name} for ever`,
    weight: 'severe',
    name,
  }),
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.users.erase({ id: input.id }, once(input)), userCard)
  },
})

export const user: Noun = {
  name: 'user',
  summary: 'the people behind the passports',
  verbs: [list, get, create, update, erase],
}
