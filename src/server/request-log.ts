import type { LogEntry, LogQuery, RequestLog } from '../operations/request-log.ts'
import type { Exchange } from './exchange.ts'
import { clean, emptied, isLarge, mentionOf, rawOf, type Raw } from './request-entry.ts'

export interface RequestRecorder extends RequestLog {
  record(exchange: Exchange): void
  forget(): void
  /** Tells of every entry as it is recorded; answers how to stop. */
  subscribe(follow: (entry: LogEntry) => void): () => void
}

export interface MemoryRequestLog extends RequestRecorder {
  /** What was recorded since the last call, oldest first: for whoever writes it down. */
  drain(): Drained
}

export interface Drained {
  readonly entries: readonly LogEntry[]
  /** Earlier entries changed or went: `entries` is the whole log and replaces what was written. */
  readonly whole: boolean
}

type Slot = { readonly entry: LogEntry } | { readonly raw: Raw }

/**
 * The newest requests, in memory. What is recorded is made readable (and rid of its secrets) only when somebody
 * reads it or writes it down: under load most entries are pushed out before that, and cost nothing.
 */
export function createRequestLog(capacity: number, earlier: readonly LogEntry[] = []): MemoryRequestLog {
  const kept = newest(earlier, capacity)
  const slots = new Map<string, Slot>(kept.map((entry) => [entry.request_id, { entry }]))
  let undrained = new Set<string>()
  // What is no longer wanted goes from the disk too.
  let altered = kept.length < earlier.length
  const followers = new Set<(entry: LogEntry) => void>()

  const read = (id: string): LogEntry | undefined => {
    const slot = slots.get(id)
    if (slot === undefined || 'entry' in slot) return slot?.entry
    const entry = clean(slot.raw)
    slots.set(id, { entry })
    return entry
  }

  const tell = (id: string): void => {
    const entry = read(id)
    if (entry !== undefined) for (const follow of followers) follow(entry)
  }

  const page = ({ matches, before, limit }: LogQuery) => {
    const entries: LogEntry[] = []
    // Recorded as they end, listed as they came: a slow one must not move what was listed already.
    for (const id of [...slots.keys()].toSorted().toReversed()) {
      if (before !== undefined && id >= before) continue
      const entry = read(id)
      if (entry === undefined || !matches(entry)) continue
      if (entries.length === limit) return { entries, more: true }
      entries.push(entry)
    }
    return { entries, more: false }
  }

  return {
    get: async (id) => read(id),
    subscribe(follow) {
      followers.add(follow)
      return () => followers.delete(follow)
    },
    record(exchange) {
      if (!exchange.path.startsWith('/v1/')) return
      const raw = rawOf(exchange)
      slots.set(exchange.id, isLarge(raw) ? { entry: clean(raw) } : { raw })
      undrained.add(exchange.id)
      if (followers.size > 0) tell(exchange.id)
      if (slots.size <= capacity) return
      const [oldest = ''] = slots.keys()
      slots.delete(oldest)
      undrained.delete(oldest)
    },
    page: async (query) => page(query),
    drain() {
      const whole = altered
      const ids = whole ? [...slots.keys()] : [...undrained]
      undrained = new Set()
      altered = false
      return { entries: ids.map(read).filter((entry) => entry !== undefined), whole }
    },
    forgetMentions(texts) {
      const mention = mentionOf(texts)
      for (const id of slots.keys()) {
        const entry = read(id)
        if (entry !== undefined && mention.test(JSON.stringify(entry)))
          slots.set(id, { entry: emptied(entry) })
      }
      altered = true
    },
    forget() {
      slots.clear()
      undrained.clear()
      altered = true
    },
  }
}

/** Of what stands in order, the last so many: of 0 none. */
export function newest<A>(all: readonly A[], limit: number): readonly A[] {
  return all.slice(Math.max(0, all.length - limit))
}
