import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '../contract/errors.ts'
import { parseTraceparent, type Trace } from '../core/trace.ts'
import type { KeyRow } from '../store/rows.ts'
import type { Caller } from './caller.ts'
import { securityHeaders } from './security-headers.ts'
import type { Limit } from './metrics.ts'

/** One request and its answer on their way through the pipeline. */
export interface Exchange {
  readonly id: string
  readonly node: IncomingMessage
  readonly caller: Caller
  readonly method: string
  /** Path as sent, without the query. */
  readonly path: string
  readonly search: string
  /** Instant of arrival by the service's clock, milliseconds since the epoch. */
  readonly at: number
  /** performance.now() of arrival. */
  readonly started: number
  /** Names of the path as sent; still percent-encoded. */
  params: Readonly<Record<string, string>>
  /** Canonical path of the matched row. */
  route: string | null
  requestBody: string
  key: KeyRow | null
  /** A page of the dashboard asks, signed in by its cookie. */
  session: boolean
  /** The API secret that the caller presented. */
  secret: string
  idempotencyKey: string | null
  errorCode: ErrorCode | null
  /** The limit that refused it. */
  deniedBy: Limit | null
  /** The caller's trace that it is a part of. */
  readonly trace: Trace | null
  /** What the operation counted towards usage. */
  counts: { readonly invites_sent: number; readonly verifications_made: number }
  readonly answer: Answer
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
  /** Its body is in no log: it is long, and everybody can read it. */
  isUnlogged?: true
  /** Instead of a body: what goes on for as long as the caller listens. */
  stream?: ReadableStream<Uint8Array>
}

const nothing = { invites_sent: 0, verifications_made: 0 }

export function openExchange(
  node: IncomingMessage,
  facts: Pick<Exchange, 'id' | 'at' | 'started' | 'caller'>,
): Exchange {
  // A proxy's form of the target, `http://host/path`, is the same request.
  const url = (node.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '')
  const mark = url.indexOf('?')
  const headers = securityHeaders(facts.caller)
  headers['x-request-id'] = facts.id
  headers['content-type'] = 'application/json'
  headers['cache-control'] = 'no-store'
  return {
    id: facts.id,
    at: facts.at,
    started: facts.started,
    caller: facts.caller,
    node,
    method: node.method ?? 'GET',
    path: mark === -1 ? url : url.slice(0, mark),
    search: mark === -1 ? '' : url.slice(mark + 1),
    params: {},
    route: null,
    requestBody: '',
    key: null,
    session: false,
    secret: '',
    idempotencyKey: null,
    errorCode: null,
    deniedBy: null,
    trace: parseTraceparent(node.headers['traceparent']),
    counts: nothing,
    answer: { status: 500, headers, body: '' },
  }
}

export function ipOf(exchange: Exchange): string {
  return exchange.caller.ip
}
