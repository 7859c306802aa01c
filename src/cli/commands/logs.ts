import { choices } from '../../sdk/choices.gen.ts'
import type { Output } from '../../contract/index.ts'
import { card, headline, told } from '../card.ts'
import { clean } from '../clean.ts'
import { arg, flag, instant, oneOf, text } from '../flags.ts'
import type { Surface } from '../io.ts'
import { show, showList } from '../output.ts'
import type { ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { moment, relative } from '../when.ts'
import { defaultLimit, limit, pageSize } from './common.ts'

type Log = Output<'logs', 'get'>

function statusBrush({ status }: Log, paint: Paint): (text: string) => string {
  if (status >= 500) return paint.bad
  return status >= 400 ? paint.warn : paint.good
}

const logList: ListView<Log> = {
  things: 'requests',
  quiet: (log) => log.request_id,
  columns: [
    { title: 'Request', cell: (log) => log.request_id, drop: 1 },
    { title: 'When', cell: (log, { now }) => relative(log.at, now), raw: (log) => log.at, drop: 3 },
    { title: 'Status', cell: (log) => String(log.status), brush: statusBrush },
    {
      title: 'ms',
      cell: (log) => log.duration_ms.toFixed(0),
      raw: (log) => String(log.duration_ms),
      align: 'right',
      drop: 4,
    },
    { title: 'Method', cell: (log) => log.method },
    { title: 'Path', cell: (log) => log.path, least: 16 },
    { title: 'Error', cell: (log) => log.error_code ?? '', brush: (_, paint) => paint.warn, drop: 2 },
  ],
}

const logCard: View<Log> = {
  quiet: (log) => log.request_id,
  text: (log, surface) => {
    const { tty, paint } = surface
    const facts = card(
      [
        ['Request', tty ? null : log.request_id],
        ['Status', tty ? null : String(log.status)],
        ['Method', tty ? null : log.method],
        ['Path', tty ? null : log.path],
        ['When', moment(log.at, surface)],
        ['Took', `${log.duration_ms} ms`, String(log.duration_ms)],
        ['Operation', log.route],
        ['Error', log.error_code],
        ['Key', log.key_id],
        ['From', log.ip],
        ['Client', told(log.user_agent)],
      ],
      surface,
    )
    if (!tty) return facts
    const line = `${log.method} ${clean(log.path)}`
    const status = String(log.status)
    const head = `${paint.strong(line)}  ${statusBrush(log, paint)(status)}`
    const parts = [headline(head, line.length + 2 + status.length, log.request_id, surface), facts]
    return [
      ...parts,
      message('Request', log.request, surface),
      message('Response', log.response, surface),
    ].join('\n\n')
  },
}

function message(title: string, { headers, body }: Log['request'], { paint }: Surface): string {
  const names = Object.entries(headers).map(
    ([name, value]) => `    ${paint.faint(`${name}:`)} ${clean(value)}`,
  )
  const lines =
    body === null || body === ''
      ? []
      : [
          '',
          ...pretty(body)
            .split('\n')
            .map((line) => `    ${cleanIndented(line)}`),
        ]
  return [`  ${paint.strong(title)}`, ...names, ...lines].join('\n')
}

/** Keeps the indentation that JSON gave the line. */
function cleanIndented(line: string): string {
  const indent = /^ */.exec(line)?.[0] ?? ''
  return indent + clean(line.slice(indent.length))
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const filters = { group: 'Filters' }

const list = verb({
  name: 'list',
  summary: 'list answered requests, newest first',
  flags: {
    status: flag(text('STATUS'), 'a status such as 404, or a class such as 4xx', filters),
    method: flag(oneOf('METHOD', choices['logs.list'].method), 'only this method', filters),
    path: flag(text('PATH'), 'only paths that start like this', filters),
    key: flag(text('KEY'), 'only of this key id', filters),
    error: flag(text('CODE'), 'only with this error code', filters),
    since: flag(instant('WHEN'), 'only at or after this', filters),
    limit,
  },
  examples: [
    ['skillpass logs list --status 4xx', 'what was refused'],
    ['skillpass logs list --path /v1/assess --method POST --limit 10', 'the last writes on invites'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { status, method, path, key, error, since } = input
    const query = {
      status,
      method,
      path,
      key_id: key,
      error_code: error,
      since,
      limit: pageSize(input.limit),
    }
    await showList(context, client.logs.list(query), input.limit ?? defaultLimit, logList)
  },
})

const get = verb({
  name: 'get',
  summary: 'show one request with its headers and bodies',
  args: { id: arg(text('REQUEST'), 'X-Request-Id of the answer') },
  examples: [
    ['skillpass logs get req_01j9z8k7m6n5p4q3r2s1t0v9wx', 'what was sent and answered'],
    ['skillpass logs list --status 5xx --quiet | head -1 | xargs skillpass logs get', 'the last failure'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.logs.get({ request_id: input.id }), logCard)
  },
})

export const logs: Noun = { name: 'logs', summary: 'requests the service has answered', verbs: [list, get] }
