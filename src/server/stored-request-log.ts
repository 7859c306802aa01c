import { ulidFloor } from '../core/ids.ts'
import type { LogEntry, LogQuery } from '../operations/request-log.ts'
import type { RequestRow } from '../store/rows.ts'
import type { ReadTx, Store } from '../store/types.ts'
import type { Exchange } from './exchange.ts'
import { clean, emptied, mentionOf, rawOf, type Raw } from './request-entry.ts'
import { newest, type RequestRecorder } from './request-log.ts'

export interface StoredRequestLog extends RequestRecorder {
  /** Writes down what was recorded. */
  flush(): Promise<void>
  /** Shows followers what other processes wrote down. */
  catchUp(): Promise<void>
  /** Drops what is older than the newest `capacity`. */
  trim(): Promise<void>
}

export interface StoredLogParts {
  readonly store: Store
  /** Newest requests that are kept. */
  readonly capacity: number
  now(): number
  onFault(error: unknown): void
}

const slice = 200
/** How far back followers look for what others wrote, ms. */
const lookBackMs = 5_000

/**
 * The log of all processes on one store: recorded in memory, written down in small batches a moment later. What is
 * read is what is written, so a reader first writes down what its own process still holds.
 */
export function createStoredRequestLog(parts: StoredLogParts): StoredRequestLog {
  const { store, capacity } = parts
  let pending: Raw[] = []
  let flushing: Promise<void> = Promise.resolve()
  const followers = new Set<(entry: LogEntry) => void>()
  let shown = new Set<string>()

  const write = async (): Promise<void> => {
    // Of a burst only what will be kept is worth writing.
    const entries = newest(pending.splice(0), capacity).map(clean)
    for (let at = 0; at < entries.length; at += slice) await insert(store, entries.slice(at, at + slice))
  }
  const flush = (): Promise<void> => {
    flushing = flushing.catch(() => undefined).then(write)
    return flushing
  }
  const show = (entry: LogEntry): void => {
    shown.add(entry.request_id)
    for (const follow of followers) follow(entry)
  }
  const blank = async (mention: RegExp): Promise<void> => {
    await flush()
    for await (const rows of slices(store)) {
      const mentioning = rows.filter(({ entry }) => mention.test(entry))
      if (mentioning.length === 0) continue
      await store.transact(async (tx) => {
        for (const { id, entry } of mentioning) {
          if ((await tx.get('requests', id)) === undefined) continue
          await tx.update('requests', rowOf(emptied(entryOf(entry))))
        }
      })
    }
  }

  return {
    flush,
    record(exchange: Exchange) {
      if (!exchange.path.startsWith('/v1/')) return
      const raw = rawOf(exchange)
      pending.push(raw)
      if (pending.length > 2 * capacity) pending = [...newest(pending, capacity)]
      if (followers.size > 0) show(clean(raw))
    },
    subscribe(follow) {
      followers.add(follow)
      return () => followers.delete(follow)
    },
    async get(id) {
      await flush()
      const row = await store.read((tx) => tx.get('requests', id), 'one')
      return row && entryOf(row.entry)
    },
    async page(query) {
      await flush()
      return await store.read((tx) => search(tx, query, capacity))
    },
    async catchUp() {
      if (followers.size === 0) {
        shown.clear()
        return
      }
      const from = `req_${ulidFloor(parts.now() - lookBackMs)}`
      const { rows } = await store.read((tx) =>
        tx.page('requests', { direction: 'oldest', limit: capacity, after: from }),
      )
      for (const { id, entry } of rows) if (!shown.has(id)) show(entryOf(entry))
      shown = new Set([...shown].filter((id) => id > from))
    },
    async trim() {
      let kept = 0
      for await (const rows of slices(store)) {
        const over = rows.slice(Math.max(0, capacity - kept))
        kept += rows.length - over.length
        if (over.length > 0) await remove(store, over)
      }
    },
    forgetMentions(texts) {
      const mention = mentionOf(texts)
      void blank(mention).catch((error: unknown) => parts.onFault(error))
      // Once more for what other processes had not written down yet.
      setTimeout(() => void blank(mention).catch((error: unknown) => parts.onFault(error)), 2_000).unref()
    },
    forget() {
      pending = []
    },
  }
}

async function insert(store: Store, entries: readonly LogEntry[]): Promise<void> {
  await store.transact(async (tx) => {
    await Promise.all(entries.map((entry) => tx.insert('requests', rowOf(entry))))
  })
}

async function remove(store: Store, rows: readonly RequestRow[]): Promise<void> {
  await store.transact(async (tx) => {
    await Promise.all(rows.map(({ id }) => tx.remove('requests', id)))
  })
}

/** At most `capacity` entries are looked at, however rare what matches is. */
async function search(tx: ReadTx, { matches, before, limit }: LogQuery, capacity: number) {
  const entries: LogEntry[] = []
  let place = before
  for (let seen = 0; seen < capacity;) {
    const page = await tx.page('requests', { limit: slice, ...(place !== undefined && { before: place }) })
    for (const row of page.rows) {
      const entry = entryOf(row.entry)
      if (!matches(entry)) continue
      if (entries.length === limit) return { entries, more: true }
      entries.push(entry)
    }
    place = page.rows.at(-1)?.id
    seen += page.rows.length
    if (!page.more) break
  }
  return { entries, more: false }
}

/** All of them, newest first, each slice by itself: writers go on in between. */
async function* slices(store: Store): AsyncGenerator<RequestRow[]> {
  for (let before: string | undefined; ;) {
    const place = before === undefined ? {} : { before }
    const { rows, more } = await store.read((tx) => tx.page('requests', { limit: slice, ...place }))
    yield rows
    before = rows.at(-1)?.id
    if (!more) return
  }
}

function rowOf(entry: LogEntry): RequestRow {
  return { id: entry.request_id, entry: JSON.stringify(entry) }
}

function entryOf(text: string): LogEntry {
  return JSON.parse(text) as LogEntry
}
