import { z } from 'zod'
import { ulidFloor } from '../core/ids.ts'
import type { ListenerResult } from '../operations/call.ts'
import type { EventBus } from '../server/event-bus.ts'
import type { EventRow } from '../store/rows.ts'
import type { Shared } from '../store/shared.ts'
import type { Store } from '../store/types.ts'

/** What one process tells the others on its store. All of it may be missed: somebody looks again later. */
export interface Bus {
  /** An event of this process is durable. */
  published(event: EventRow): void
  /** An endpoint has something to send; a process that holds its listener must know. */
  due(webhookId: string): void
  /** How an attempt ended that another process handed to its listener. */
  answered(result: ListenerResult): void
  /** A listener is no more. */
  hungUp(webhookId: string): void
  /** Looks for events whose message was missed. */
  catchUp(): Promise<void>
  stop(): void
}

export interface BusParts {
  readonly shared: Shared
  readonly store: Store
  readonly events: EventBus
  now(): number
  /** What the others told. */
  onDue(webhookId: string): void
  onAnswered(result: ListenerResult): void
  onHungUp(webhookId: string): void
  onFault(error: unknown): void
}

const result = z.object({
  delivery_id: z.string(),
  attempt: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  duration_ms: z.number(),
})
const message = z.object({
  events: z.array(z.string()).optional(),
  due: z.array(z.string()).optional(),
  result: result.optional(),
  hangUp: z.string().optional(),
})

/** What happens within this time goes in one message. */
const gatherMs = 4
/** How far back a lost message is looked for, ms: also how far the clocks of two machines may differ. */
const lookBackMs = 10_000
/** Events that are remembered as told; more than any burst of that time. */
const rememberedEvents = 20_000

export function createBus(parts: BusParts): Bus {
  const { shared, events } = parts
  const told = remembering(rememberedEvents)
  const gathered = { events: new Set<string>(), due: new Set<string>() }
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    timer = undefined
    const [ids, due] = [[...gathered.events], [...gathered.due]]
    gathered.events.clear()
    gathered.due.clear()
    shared.tell(JSON.stringify({ events: ids, due }))
  }
  const soon = (): void => {
    timer ??= setTimeout(flush, gatherMs)
  }
  const hear = async (text: string): Promise<void> => {
    const heard = message.parse(JSON.parse(text))
    for (const id of heard.due ?? []) parts.onDue(id)
    if (heard.result !== undefined) parts.onAnswered(heard.result)
    if (heard.hangUp !== undefined) parts.onHungUp(heard.hangUp)
    const news = (heard.events ?? []).filter((id) => told.add(id))
    if (news.length === 0 || !events.isFollowed()) return
    const rows = await parts.store.read((tx) => Promise.all(news.map((id) => tx.get('events', id))))
    for (const row of rows) if (row !== undefined) events.publish(row)
  }
  const stopHearing = shared.hear((text) => void hear(text).catch((error: unknown) => parts.onFault(error)))

  return {
    published(event) {
      told.add(event.id)
      events.publish(event)
      gathered.events.add(event.id)
      soon()
    },
    due(webhookId) {
      gathered.due.add(webhookId)
      soon()
    },
    answered: (answer) => shared.tell(JSON.stringify({ result: answer })),
    hungUp: (webhookId) => shared.tell(JSON.stringify({ hangUp: webhookId })),
    async catchUp() {
      if (!events.isFollowed()) return
      const rows = await recent(parts.store, parts.now() - lookBackMs)
      for (const row of rows) if (told.add(row.id)) events.publish(row)
    },
    stop() {
      if (timer !== undefined) {
        clearTimeout(timer)
        flush()
      }
      stopHearing()
    },
  }
}

const slice = 500

/** Events since an instant, oldest first. */
async function recent(store: Store, since: number): Promise<EventRow[]> {
  const found: EventRow[] = []
  for (let after = `evt_${ulidFloor(since)}`; ; after = found.at(-1)?.id ?? after) {
    const page = await store.read((tx) => tx.page('events', { direction: 'oldest', limit: slice, after }))
    found.push(...page.rows)
    if (!page.more) return found
  }
}

/** The newest of many ids. */
function remembering(limit: number): { add(id: string): boolean } {
  const ids = new Set<string>()
  return {
    /** False: it is there already. */
    add(id) {
      if (ids.has(id)) return false
      ids.add(id)
      if (ids.size > limit) ids.delete(ids.values().next().value ?? '')
      return true
    },
  }
}
