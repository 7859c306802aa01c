import { choices } from '../../sdk/choices.gen.ts'
import type { Output } from '../../contract/index.ts'
import { card } from '../card.ts'
import { BadValue, decimal, flag, maybe, oneOf, text, toggle, whole } from '../flags.ts'
import type { Kind } from '../flags.ts'
import { show, showItems } from '../output.ts'
import type { ListView, View } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { idempotencyKey, once } from './common.ts'

type Fault = Output<'sandbox', 'addFault'>

function which({ method, path }: Pick<Fault, 'method' | 'path'>): string {
  if (method === null && path === null) return 'any request'
  return `${method ?? 'any'} ${path ?? 'any path'}`
}

function what({ status, delay_ms: delay, cut }: Fault): string {
  const waits = delay === 0 ? [] : [`waits ${delay} ms`]
  return [...waits, ...(status === null ? [] : [`answers ${status}`]), ...(cut ? ['cuts'] : [])].join(', ')
}

function left({ remaining, rate }: Fault): string {
  const share = rate === 1 ? '' : ` at ${Math.round(rate * 1_000) / 10} %`
  return `${remaining === null ? 'always' : `${remaining} more`}${share}`
}

const faultList: ListView<Fault> = {
  things: 'faults',
  quiet: (fault) => fault.id,
  columns: [
    { title: 'Id', cell: (fault) => fault.id },
    { title: 'Meets', cell: which, least: 12 },
    { title: 'Does', cell: what },
    { title: 'Left', cell: left, drop: 2 },
    { title: 'Met', cell: (fault) => String(fault.hits), align: 'right', drop: 1 },
  ],
}

const faultCard: View<Fault> = {
  quiet: (fault) => fault.id,
  text: (fault, surface) =>
    card(
      [
        ['Id', fault.id],
        ['Meets', which(fault)],
        ['Does', what(fault)],
        ['Left', left(fault)],
      ],
      surface,
    ),
}

/** `1500`, `1500ms` or `1.5s`, in milliseconds. */
const delay: Kind<number> = {
  placeholder: 'TIME',
  parse: (given) => {
    const [, count, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(given) ?? []
    if (count === undefined) throw new BadValue(`takes a time such as 500ms or 2s, not "${given}"`)
    return Math.round(Number(count) * (unit === 's' ? 1_000 : 1))
  },
}

const add = verb({
  name: 'add',
  summary: 'make requests fail, hang or break off',
  about: 'To try how your program copes. Routes of the sandbox itself are never met.',
  flags: {
    method: flag(oneOf('METHOD', choices['sandbox.addFault'].method), 'only this method (default any)'),
    path: flag(text('PATH'), 'only this path; a * at its end stands for anything (default any)'),
    status: flag(whole('STATUS', 400, 599), 'answer this error'),
    delay: flag(delay, 'wait first: 500ms, 2s'),
    cut: toggle('cut the connection instead of an answer'),
    times: flag(whole('N', 1), 'only so many requests (default until cleared)'),
    rate: flag(decimal('SHARE'), 'only this share of them, 0.001 to 1'),
    idempotencyKey,
  },
  examples: [
    ['skillpass fault add --method POST --path /v1/assess/invites --status 503 --times 2', 'two refusals'],
    ['skillpass fault add --delay 3s --rate 0.1', 'one in ten is slow'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { method, path, status, delay: delay_ms, cut, times, rate } = input
    const fields = { method, path, status, delay_ms, cut, times, rate }
    await show(context, await client.sandbox.addFault(fields, once(input)), faultCard)
  },
})

const list = verb({
  name: 'list',
  summary: 'list the faults that are active',
  examples: [
    ['skillpass fault list', 'what they meet and how often they did'],
    ["skillpass fault list --json | jq '.[].hits'", 'how often, for a program'],
  ],
  run: async (_, context) => {
    const client = await context.client()
    await showItems(context, (await client.sandbox.faults()).data, faultList)
  },
})

const clear = verb({
  name: 'clear',
  summary: 'end one fault, or all of them',
  args: { id: maybe(text('ID'), 'id of the fault (default all)') },
  flags: { idempotencyKey },
  examples: [
    ['skillpass fault clear', 'everything works again'],
    ['skillpass fault clear flt_01j9z8k7m6n5p4q3r2s1t0v9wx', 'only this one ends'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const done = await client.sandbox.clearFaults({ id: input.id }, once(input))
    await show(context, done, {
      quiet: ({ cleared }) => String(cleared),
      text: ({ cleared }, surface) =>
        surface.tty
          ? `  ${surface.paint.good('✓')} ${cleared} cleared`
          : card([['Cleared', String(cleared)]], surface),
    })
  },
})

export const fault: Noun = {
  name: 'fault',
  summary: 'make requests fail on purpose',
  verbs: [add, list, clear],
}
