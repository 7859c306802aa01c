import { Gauge, type Registry } from 'prom-client'
import { iso, ms } from '../core/instant.ts'
import type { DeliveryStatus } from '../store/rows.ts'
import type { Facts } from './metrics.ts'

/** What is looked up at the moment of asking; answers how to look. Nothing here costs more when more is stored. */
export function registerFacts(registry: Registry, facts: Facts): () => Promise<void> {
  const { version, mode, streams, store } = facts
  gauge(registry, {
    name: 'skillpass_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'mode'],
  }).set({ version, mode }, 1)
  const open = gauge(registry, {
    name: 'skillpass_streams_open',
    help: 'Streams of server-sent events that are open.',
  })
  const writable = gauge(registry, {
    name: 'skillpass_store_writable',
    help: '1 while the store takes writes, as this process last saw it.',
  })
  const lookAtQueue = registerQueue(registry, facts)
  return async () => {
    open.set(streams.count())
    writable.set(store.writable() ? 1 : 0)
    await lookAtQueue()
  }
}

/** A store that does not answer leaves out what only it knows. */
function registerQueue(registry: Registry, facts: Facts): () => Promise<void> {
  const answering = gauge(registry, {
    name: 'skillpass_store_answering',
    help: '1 when the store answered this look within a second.',
  })
  const waiting = gauge(registry, {
    name: 'skillpass_webhook_deliveries',
    help: 'Deliveries that are not finished, by status; the same in every process on one store.',
    labelNames: ['status'],
  })
  const oldest = gauge(registry, {
    name: 'skillpass_webhook_oldest_due_seconds',
    help: 'How long the delivery that has been due for longest has waited; 0 when none is due.',
  })
  return async () => {
    const seen = await inTime(look(facts))
    answering.set(seen === null ? 0 : 1)
    waiting.reset()
    oldest.remove()
    if (seen === null) return
    for (const [status, count] of seen.waiting) waiting.set({ status }, count)
    oldest.set(seen.oldestSeconds)
  }
}

interface GaugeFacts {
  readonly name: string
  readonly help: string
  readonly labelNames?: string[]
}

function gauge(registry: Registry, facts: GaugeFacts): Gauge {
  return new Gauge({ ...facts, registers: [registry] })
}

const unfinished: readonly DeliveryStatus[] = ['pending', 'delivering', 'retrying', 'held']

interface Seen {
  readonly waiting: readonly (readonly [DeliveryStatus, number])[]
  readonly oldestSeconds: number
}

async function look({ store, now }: Facts): Promise<Seen> {
  return await store.read(async (tx) => {
    const waiting: (readonly [DeliveryStatus, number])[] = []
    for (const status of unfinished) waiting.push([status, await tx.count('deliveries', 'status', status)])
    const due = await tx.nextDue('deliveries')
    const at = now()
    return { waiting, oldestSeconds: due === null || due > iso(at) ? 0 : (at - ms(due)) / 1000 }
  })
}

const patienceMs = 1_000

/** null: the store refused, or took too long. Whoever watches a broken service needs an answer all the same. */
async function inTime(looking: Promise<Seen>): Promise<Seen | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null)
  })
  return await Promise.race([looking.catch(() => null), late]).finally(() => clearTimeout(timer))
}
