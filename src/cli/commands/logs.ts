import { choices } from '../../sdk/choices.gen.ts'
import type { StreamOptions } from '../../sdk/index.ts'
import { arg, flag, instant, oneOf, text } from '../flags.ts'
import { show, showList } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { defaultLimit, limit, pageSize } from './common.ts'
import { curlFlag, refuseCurlAsJson, showCurl, showCurls } from './logs-curl.ts'
import { logCard, logLine, logList } from './logs-view.ts'
import { tailed } from './tail.ts'

const filters = { group: 'Filters' }

const filterFlags = {
  status: flag(text('STATUS'), 'a status such as 404, or a class such as 4xx', filters),
  method: flag(oneOf('METHOD', choices['logs.list'].method), 'only this method', filters),
  path: flag(text('PATH'), 'only paths that start like this', filters),
  key: flag(text('KEY'), 'only of this key id', filters),
  error: flag(text('CODE'), 'only with this error code', filters),
}

type Filters = { readonly [F in keyof typeof filterFlags]: ReturnType<(typeof filterFlags)[F]['read']> }

function filterOf({ status, method, path, key, error }: Filters) {
  return { status, method, path, key_id: key, error_code: error }
}

const list = verb({
  name: 'list',
  summary: 'list answered requests, newest first',
  flags: {
    ...filterFlags,
    since: flag(instant('WHEN'), 'only at or after this', filters),
    limit,
    curl: curlFlag,
  },
  examples: [
    ['skillpass logs list --status 4xx', 'what was refused'],
    ['skillpass logs list --path /v1/assess --method POST --limit 10', 'the last writes on invites'],
  ],
  run: async (input, context) => {
    if (input.curl) refuseCurlAsJson(context)
    const client = await context.client()
    const query = { ...filterOf(input), since: input.since, limit: pageSize(input.limit) }
    const found = client.logs.list(query)
    const most = input.limit ?? defaultLimit
    if (input.curl) await showCurls(context, found, most, client.baseUrl)
    else await showList(context, found, most, logList)
  },
})

const get = verb({
  name: 'get',
  summary: 'show one request with its headers and bodies',
  args: { id: arg(text('REQUEST'), 'X-Request-Id of the answer') },
  flags: { curl: curlFlag },
  examples: [
    ['skillpass logs get req_01j9z8k7m6n5p4q3r2s1t0v9wx', 'what was sent and answered'],
    ['skillpass logs list --status 5xx --quiet | head -1 | xargs -r skillpass logs get', 'the last failure'],
    ['skillpass logs get req_01j9z8k7m6n5p4q3r2s1t0v9wx --curl | sh', 'once more'],
  ],
  run: async (input, context) => {
    if (input.curl) refuseCurlAsJson(context)
    const client = await context.client()
    const found = await client.logs.get({ request_id: input.id })
    if (input.curl) await showCurl(context, found, client.baseUrl)
    else await show(context, found, logCard)
  },
})

const tail = verb({
  name: 'tail',
  summary: 'follow requests as they are answered',
  about: 'One line a request, until Ctrl-C.',
  flags: {
    ...filterFlags,
    since: flag(instant('WHEN'), 'first those at or after this', filters),
    count: tailed.count,
  },
  examples: [
    ['skillpass logs tail', 'everything'],
    ['skillpass logs tail --status 4xx --json | jq .error_code', 'what is refused, and why'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const open = (options: StreamOptions) =>
      client.logs.stream({ ...filterOf(input), since: input.since }, options)
    await tailed.show(context, open, input.count, { quiet: (log) => log.request_id, line: logLine })
  },
})

export const logs: Noun = {
  name: 'logs',
  summary: 'requests the service has answered',
  verbs: [list, get, tail],
}
