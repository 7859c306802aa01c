import { IncomingMessage, type RequestListener } from 'node:http'
import { H3, type H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { toNodeHandler } from 'srvx/node'
import { rows, type Row } from '../contract/index.ts'
import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import { traceparent } from '../core/trace.ts'
import { nearest } from '../core/nearest.ts'
import { operations } from '../operations/index.ts'
import { answerError } from './error-answer.ts'
import { callerOf } from './caller.ts'
import { serveCandidate } from './candidate/serve.ts'
import { openExchange, type Exchange } from './exchange.ts'
import type { Runner } from './execute.ts'
import { serveDashboard } from './dashboard.ts'
import { serveMetrics } from './metrics-page.ts'
import { otherMethod } from './other-method.ts'
import { servePage } from './pages.ts'
import { handle } from './pipeline.ts'
import { isProbe, refuseForeign, shareWith } from './refuse-foreign.ts'
import type { Service } from './service.ts'
import { parseUrl } from '../parse-url.ts'

interface Entry {
  readonly row: Row
  /** null: a stream. */
  readonly runner: Runner | null
}

/** What answers on one path, by method. */
type Methods = ReadonlyMap<string, Entry>

/** One loop over the contract table; the operations are found under the rows' own names. */
export function createApp(service: Service): H3 {
  const app = new H3({ silent: true, allowMalformedURL: true })
  const paths = byPath(service)
  for (const [path, methods] of paths) {
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (event) =>
      serve(service, event, (exchange) => dispatch(service, methods, exchange)),
    )
  }
  for (const path of ['/docs', '/docs/**']) {
    app.all(path, (event) => serve(service, event, async (exchange) => page(service, exchange)))
  }
  for (const path of ['/dashboard', '/dashboard/**']) {
    app.all(path, (event) => serve(service, event, (exchange) => serveDashboard(service, exchange)))
  }
  app.all('/metrics', (event) => serve(service, event, (exchange) => serveMetrics(service, exchange)))
  for (const path of ['/i', '/i/**']) {
    app.all(path, (event) => serve(service, event, (exchange) => serveCandidate(service, exchange)))
  }
  app.all('/**', (event) => serve(service, event, async (exchange) => notFound(exchange, [...paths.keys()])))
  return app
}

/** For node:http; srvx types its handler for HTTP/2 as well. */
export function nodeHandler(app: H3): RequestListener {
  const handle = toNodeHandler(app.fetch) as RequestListener
  /** Nearly all requests name the same one. */
  let wellFormed: string | undefined
  return (request, response) => {
    const { headers } = request
    // A URL is made of it before any code of ours runs, and what is thrown there would end the process.
    if (headers.host !== wellFormed) {
      if (headers.host !== undefined && parseUrl(`http://${headers.host}/`) === null)
        headers.host = 'malformed.invalid'
      wellFormed = headers.host
    }
    handle(request, response)
  }
}

function byPath(service: Service): Map<string, Map<string, Entry>> {
  const paths = new Map<string, Map<string, Entry>>()
  for (const row of rows()) {
    if (row.route.mode === 'sandbox' && service.mode !== 'sandbox') continue
    const entry = { row, runner: row.route.stream ? null : runnerOf(row) }
    for (const path of [row.route.path, ...(row.route.aliases ?? [])]) {
      const methods = paths.get(path) ?? new Map<string, Entry>()
      paths.set(path, methods.set(row.route.method, entry))
    }
  }
  return paths
}

function runnerOf({ resource, verb, name }: Row): Runner {
  const runner: unknown = Reflect.get(operations[resource], verb)
  if (typeof runner !== 'function') throw new Error(`No operation behind ${name}`)
  return runner as Runner
}

/** From the raw request to the answer; everything that happens to it on the way is recorded. */
async function serve(
  service: Service,
  event: H3Event,
  answer: (exchange: Exchange) => Promise<void>,
): Promise<Response> {
  const node = event.runtime?.node?.req
  if (!(node instanceof IncomingMessage)) throw new Error('This server speaks HTTP/1.1 on Node.js only')
  const exchange = openExchange(node, {
    id: service.ids.newId('req'),
    at: service.now(),
    started: performance.now(),
    caller: callerOf(node, service.address.trustProxy),
  })
  service.metrics.began()
  exchange.params = event.context.params ?? {}
  if (exchange.trace !== null) exchange.answer.headers['traceparent'] = traceparent(exchange.trace)
  shareWith(service.address, exchange)
  try {
    if (!isProbe(service, exchange)) refuseForeign(service.address, exchange)
    await answer(exchange)
  } catch (error) {
    answerError(service, exchange, error)
  }
  if (isOthers(exchange)) {
    service.usage.record(exchange)
    service.requestLog.record(exchange)
  }
  service.metrics.ended(exchange)
  service.onAnswered?.(exchange)
  if (service.mode === 'sandbox') tellTime(service, exchange)
  if (service.address.draining) exchange.answer.headers['connection'] = 'close'
  const { status, headers, body, stream } = exchange.answer
  if (stream !== undefined) return new FastResponse(stream, { status, headers })
  if (exchange.method === 'HEAD') headers['content-length'] = String(Buffer.byteLength(body))
  return new FastResponse(body === '' ? null : body, { status, headers })
}

/** What the dashboard reads to show itself is no use of the API: it would bury what it shows. */
function isOthers({ session, method, answer }: Exchange): boolean {
  return !session || method !== 'GET' || answer.status >= 400
}

const noticeableMs = 1_000

/** Who tells times relative to now has to know a clock that was moved. */
function tellTime(service: Service, { at, answer }: Exchange): void {
  if (Math.abs(at - service.realNow()) > noticeableMs) answer.headers['x-sandbox-now'] = iso(at)
}

async function dispatch(service: Service, methods: Methods, exchange: Exchange): Promise<void> {
  const method = exchange.method === 'HEAD' ? 'GET' : exchange.method
  const entry = methods.get(method)
  if (entry !== undefined) return await handle(service, entry.row, entry.runner, exchange)
  otherMethod(exchange, [...methods.keys()])
}

function page(service: Service, exchange: Exchange): void {
  if (exchange.method === 'GET' || exchange.method === 'HEAD') servePage(service, exchange)
  else otherMethod(exchange, ['GET'])
}

function notFound(exchange: Exchange, known: readonly string[]): never {
  const near = nearest(exchange.path, known)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  throw new ApiError(
    'ROUTE_NOT_FOUND',
    `There is no ${exchange.method} ${exchange.path}.${hint} All routes: GET /v1/openapi.json.`,
  )
}
