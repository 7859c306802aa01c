import type { Contract, Resource } from '../contract/index.ts'
import type { InputOf, Route } from '../contract/route.ts'
import { ApiError } from '../core/error.ts'
import { ulidFloor } from '../core/ids.ts'
import { iso } from '../core/instant.ts'
import { logMatcher, logView } from '../operations/logs.ts'
import type { LogEntry } from '../operations/request-log.ts'
import type { EventRow } from '../store/rows.ts'
import type { Exchange } from './exchange.ts'
import type { Service } from './service.ts'
import type { SseStream } from './sse.ts'

/** What stands behind a row that never ends: it answers with the body of its stream. */
type Streamer<R> = (
  service: Service,
  input: R extends Route ? InputOf<R> : never,
  exchange: Exchange,
) => Promise<ReadableStream<Uint8Array>>

type StreamRows = {
  readonly [R in Resource as Contract[R] extends { stream: { stream: true } } ? R : never]: Streamer<
    Contract[R] extends { stream: infer S } ? S : never
  >
}

const slice = 200
/** Of an event this old nobody tells any more: longer than other processes look back for one. */
const toldAgainMs = 30_000

/** Events as they commit; with `Last-Event-ID` first what was missed, without a gap or a repeat between the two. */
const events: StreamRows['events'] = async (service, filters, exchange) => {
  let live = false
  const waiting: EventRow[] = []
  const send = (row: EventRow): void => {
    if (passes(row, filters)) stream.send({ id: row.id, event: row.event, data: row.body })
  }
  // What was read may be told of once more: by this process as it commits, by another one a moment later.
  const told = new Set<string>()
  const recent = `evt_${ulidFloor(service.now() - toldAgainMs)}`
  const sendNew = (row: EventRow): void => {
    if (!told.delete(row.id)) send(row)
  }
  const unsubscribe = service.events.subscribe((row) => (live ? sendNew(row) : waiting.push(row)))
  const stream = service.streams.open(unsubscribe)
  const from = exchange.node.headers['last-event-id']
  const catchUp = async (): Promise<void> => {
    if (typeof from === 'string' && from !== '') {
      told.add(from)
      await sendMissed(service, from, stream, (row) => {
        if (row.id >= recent) told.add(row.id)
        send(row)
      })
    }
    for (const row of waiting) sendNew(row)
    live = true
  }
  inBackground(service, exchange, stream, catchUp)
  return stream.body
}

/** The reader has the stream before what was missed is in it: it takes that at its own pace. */
function inBackground(
  service: Service,
  exchange: Exchange,
  stream: SseStream,
  work: () => Promise<void>,
): void {
  work().catch((error: unknown) => {
    service.onFault(error, exchange.id)
    stream.close()
  })
}

function passes(row: EventRow, filters: Parameters<StreamRows['events']>[1]): boolean {
  const { type, user_id, invite_id } = filters
  return (
    (type === undefined || row.event === type) &&
    (user_id === undefined || row.user_id === user_id) &&
    (invite_id === undefined || row.invite_id === invite_id)
  )
}

async function sendMissed(
  service: Service,
  from: string,
  stream: SseStream,
  send: (row: EventRow) => void,
): Promise<void> {
  for (let after = from; ;) {
    const { rows, more } = await service.store.read((tx) =>
      tx.page('events', { direction: 'oldest', limit: slice, after }),
    )
    for (const row of rows) {
      if (!(await stream.ready())) return
      send(row)
    }
    after = rows.at(-1)?.id ?? after
    if (!more) return
  }
}

/** Requests as they are answered; first those since an instant, or what was missed, where that is asked for. */
const logs: StreamRows['logs'] = async (service, { since, ...filters }, exchange) => {
  const matches = logMatcher(filters)
  let live = false
  const waiting: LogEntry[] = []
  const send = (entry: LogEntry): void =>
    stream.send({ id: entry.request_id, event: 'log', data: JSON.stringify(logView(entry)) })
  const unsubscribe = service.requestLog.subscribe((entry) => {
    if (entry.request_id === exchange.id || !matches(entry)) return
    if (live) send(entry)
    else waiting.push(entry)
  })
  const stream = service.streams.open(unsubscribe)
  const from = exchange.node.headers['last-event-id']
  const resumed = typeof from === 'string' && from !== ''
  const within = logMatcher({ ...filters, since })
  const matchesMissed = (entry: LogEntry): boolean => (!resumed || entry.request_id > from) && within(entry)
  const catchUp = async (): Promise<void> => {
    const missed = { matches: matchesMissed, limit: Infinity }
    const { entries } =
      resumed || since !== undefined ? await service.requestLog.page(missed) : { entries: [] }
    for (const entry of entries.toReversed()) {
      if (!(await stream.ready())) return
      send(entry)
    }
    const sent = new Set(entries.map((entry) => entry.request_id))
    for (const entry of waiting) if (!sent.has(entry.request_id)) send(entry)
    live = true
  }
  inBackground(service, exchange, stream, catchUp)
  return stream.body
}

/** Hands the deliveries of a listener down; what waited while nobody listened comes first. */
const webhooks: StreamRows['webhooks'] = async (service, { id }) => {
  const webhook = await service.store.read((tx) => tx.get('webhooks', id))
  if (webhook?.kind !== 'listener') {
    throw new ApiError('WEBHOOK_NOT_FOUND', `There is no listener ${id}.`, { param: 'id' })
  }
  if (webhook.status === 'disabled') {
    throw new ApiError('WEBHOOK_DISABLED', `Listener ${id} is disabled. Enable it first.`, { param: 'id' })
  }
  await makeMissedDue(service, id)
  const disconnect = service.listeners.connect(id, (message) =>
    stream.send({ event: 'delivery', data: JSON.stringify(message) }),
  )
  const stream = service.streams.open(disconnect, id)
  service.host.welcome(id)
  return stream.body
}

/** Attempts that found nobody were not the receiver's failure: they do not wait for their schedule. */
async function makeMissedDue(service: Service, webhookId: string): Promise<void> {
  const now = iso(service.now())
  await service.store.transact(async (tx) => {
    const where = { webhook_status: `${webhookId} retrying` }
    let after: string | undefined
    for (;;) {
      const page = await tx.page('deliveries', {
        where,
        direction: 'oldest',
        limit: slice,
        ...(after !== undefined && { after }),
      })
      for (const row of page.rows) {
        if (row.last_outcome !== 'listener_offline') continue
        await tx.update('deliveries', { ...row, next_attempt_at: now })
      }
      after = page.rows.at(-1)?.id
      if (!page.more) return
    }
  })
}

export const streams: StreamRows = { events, logs, webhooks }
