import type { Store } from '../store/types.ts'
import type { Exchange } from './exchange.ts'
import { attemptOutcome, noAttempts, type AttemptOutcome } from './attempt-outcome.ts'
import { Spread } from './spread.ts'
import type { Streams } from './sse.ts'

/** What refused a request because there were too many. */
export type Limit = 'burst' | 'minute' | 'quota' | 'auth_failures'
/** What became of an idempotency key. `released`: the first request failed, and the key is free again. */
export type KeyOutcome = 'first' | 'replayed' | 'released' | 'reused' | 'in_progress'
/** `refused` is for good; after `delayed` and `unreachable` it is tried again. */
export type MailOutcome = 'sent' | 'refused' | 'delayed' | 'unreachable'
export type StoreCall = 'read' | 'write'

/**
 * Counts what happens, for `GET /metrics`. It runs inside every request: plain numbers, no library, and no label
 * that a caller can invent values for.
 */
export interface Metrics {
  began(): void
  /** The answer to a request is made. */
  ended(exchange: Exchange): void
  /** An attempt of a delivery was written down. */
  attempted(sent: { readonly outcome: string; readonly durationMs: number }): void
  mailAttempted(outcome: MailOutcome): void
  storeCalled(call: StoreCall, seconds: number): void
  /** Log lines that were not written because their reader was too slow or gone. */
  linesLost(lines: number): void
  /** All of it as Prometheus text. The library that writes it is loaded by the first call, never before. */
  text(facts: Facts): Promise<string>
}

/** What is looked up when somebody asks, instead of counted. */
export interface Facts {
  readonly store: Store
  readonly mode: string
  readonly version: string
  readonly streams: Pick<Streams, 'count'>
  now(): number
}

/** One row of the contract under one method. */
export interface Series {
  readonly route: string
  readonly method: string
  readonly byStatus: Map<number, number>
  readonly seconds: Spread
}

export interface Counts {
  inFlight: number
  linesLost: number
  /** By route, then method. */
  readonly requests: ReadonlyMap<string, ReadonlyMap<string, Series>>
  readonly denials: Record<Limit, number>
  readonly keys: Record<KeyOutcome, number>
  readonly attempts: Record<AttemptOutcome, number>
  readonly attemptSeconds: Spread
  readonly mails: Record<MailOutcome, number>
  readonly store: Record<StoreCall, Spread>
}

const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const attemptBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]
const storeBounds = [0.000_25, 0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export function createMetrics(): Metrics {
  const requests = new Map<string, Map<string, Series>>()
  let writer: (() => Promise<string>) | undefined
  const counts: Counts = {
    inFlight: 0,
    linesLost: 0,
    requests,
    denials: { burst: 0, minute: 0, quota: 0, auth_failures: 0 },
    keys: { first: 0, replayed: 0, released: 0, reused: 0, in_progress: 0 },
    attempts: noAttempts(),
    attemptSeconds: new Spread(attemptBounds),
    mails: { sent: 0, refused: 0, delayed: 0, unreachable: 0 },
    store: { read: new Spread(storeBounds), write: new Spread(storeBounds) },
  }
  return {
    began() {
      counts.inFlight += 1
    },
    ended(exchange) {
      counts.inFlight -= 1
      const { byStatus, seconds } = seriesOf(requests, exchange)
      const { status } = exchange.answer
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      seconds.observe((performance.now() - exchange.started) / 1000)
      if (exchange.deniedBy !== null) counts.denials[exchange.deniedBy] += 1
      if (exchange.idempotencyKey === null) return
      const became = keyOutcome(exchange)
      if (became !== null) counts.keys[became] += 1
    },
    attempted({ outcome, durationMs }) {
      counts.attempts[attemptOutcome(outcome)] += 1
      counts.attemptSeconds.observe(durationMs / 1000)
    },
    mailAttempted(outcome) {
      counts.mails[outcome] += 1
    },
    storeCalled(call, seconds) {
      counts.store[call].observe(seconds)
    },
    linesLost(lines) {
      counts.linesLost += lines
    },
    text: oneAtATime(async (facts) => {
      const { createMetricsText } = await import('./metrics-text.ts')
      writer ??= createMetricsText(counts, facts)
      return await writer()
    }),
  }
}

function seriesOf(requests: Map<string, Map<string, Series>>, exchange: Exchange): Series {
  const route = exchange.route ?? placeOf(exchange.path)
  let methods = requests.get(route)
  if (methods === undefined) requests.set(route, (methods = new Map<string, Series>()))
  const known = methods.get(exchange.method)
  if (known !== undefined) return known
  const method = usual.has(exchange.method) ? exchange.method : 'other'
  const series = methods.get(method) ?? {
    route,
    method,
    byStatus: new Map(),
    seconds: new Spread(requestBounds),
  }
  methods.set(method, series)
  return series
}

const usual = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What no row of the contract stands for: the pages, and whatever else somebody asks for. */
function placeOf(path: string): string {
  if (path.startsWith('/i/')) return '/i/{token}'
  const [, first = ''] = path.split('/', 2)
  return pages.has(first) ? `/${first}` : 'other'
}

const pages = new Set(['dashboard', 'docs', 'metrics'])

function keyOutcome({ answer, errorCode }: Exchange): KeyOutcome | null {
  if (errorCode === 'IDEMPOTENCY_IN_PROGRESS') return 'in_progress'
  if (errorCode === 'IDEMPOTENCY_KEY_REUSED') return 'reused'
  const replayed = answer.headers['idempotent-replayed']
  if (replayed === undefined) return null
  if (replayed === 'true') return 'replayed'
  return errorCode === null ? 'first' : 'released'
}

/** Whoever asks while an answer is being made gets that one: asking often costs no more than asking steadily. */
function oneAtATime(make: Metrics['text']): Metrics['text'] {
  let making: Promise<string> | null = null
  return (facts) => {
    making ??= make(facts).finally(() => {
      making = null
    })
    return making
  }
}
