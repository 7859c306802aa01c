import { ms } from '../core/instant.ts'
import type { Mode } from '../store/rows.ts'
import type { Store } from '../store/types.ts'
import type { Job, Sender, Sent } from './job.ts'
import { Lane } from './lane.ts'
import { claim, record, release, type Ledger } from './ledger.ts'

export interface WorkerParts {
  readonly store: Store
  readonly mode: Mode
  /** The service's clock, milliseconds. */
  now(): number
  readonly send: Sender
  /** Whether a listener is connected. */
  present(webhookId: string): boolean
  /** An attempt was written down. */
  recorded(job: Job, sent: Sent): void
  readonly disabled?: Ledger['disabled']
  onFault(error: unknown): void
}

export interface Worker {
  /** The endpoint has something new; cheap, at once. */
  nudge(webhookId: string): void
  /** A listener came back: it is tried at once, whatever happened before. */
  welcome(webhookId: string): void
  /** Takes up everything that waits, after a start. */
  start(): Promise<void>
  /** Resolves when nothing that is due now is left to do. */
  idle(): Promise<void>
  /** When the next delivery wants to start; null: none waits. */
  nextWake(): Promise<number | null>
  /** Claims nothing more and waits for what is under way. */
  stop(): Promise<void>
}

/** What one endpoint gets at the same time, and what is claimed ahead of that. */
const limits = { inFlight: 10, ahead: 50 }

/** Sends what is due: one lane an endpoint, so that none waits for another. */
export function createWorker(parts: WorkerParts): Worker {
  const lanes = new Map<string, Lane<Job, Sent>>()
  let stopped = false

  const laneOf = (webhookId: string): Lane<Job, Sent> => {
    const known = lanes.get(webhookId)
    if (known !== undefined) return known
    const lane = new Lane<Job, Sent>({
      limits,
      now: () => parts.now(),
      claim: (limit) =>
        claim(parts.store, { webhookId, now: parts.now(), limit, present: (id) => parts.present(id) }),
      release: (jobs) => release(parts.store, jobs),
      send: parts.send,
      record: async (job, sent) => {
        const isKept = await record(parts, job, sent, parts.now())
        if (isKept) parts.recorded(job, sent)
      },
      nextDue: async () => {
        const due = await parts.store.read((tx) => tx.nextDue('deliveries', webhookId), 'one')
        return due === null ? null : ms(due)
      },
      onFault: (error) => parts.onFault(error),
    })
    lanes.set(webhookId, lane)
    return lane
  }

  const wakes = async (): Promise<number[]> => {
    const found = await Promise.all([...lanes.values()].map((lane) => lane.nextWake()))
    return found.filter((wake) => wake !== null)
  }

  return {
    nudge(webhookId) {
      if (!stopped) laneOf(webhookId).pump()
    },
    welcome(webhookId) {
      if (stopped) return
      const lane = laneOf(webhookId)
      lane.forgive()
      lane.pump()
    },
    async start() {
      if (stopped) return
      for (const id of await endpoints(parts.store)) laneOf(id).pump()
    },
    async idle() {
      for (;;) {
        for (const lane of lanes.values()) lane.pump()
        await Promise.all([...lanes.values()].map((lane) => lane.quiet()))
        if (stopped || !(await wakes()).some((wake) => wake <= parts.now())) return
      }
    },
    async nextWake() {
      const all = await wakes()
      return all.length === 0 ? null : Math.min(...all)
    },
    async stop() {
      stopped = true
      for (const lane of lanes.values()) lane.stop()
      await Promise.all([...lanes.values()].map((lane) => lane.quiet()))
    },
  }
}

async function endpoints(store: Store): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  for (;;) {
    const { rows, more } = await store.read((tx) =>
      tx.page('webhooks', { direction: 'oldest', limit: 200, ...(after !== undefined && { after }) }),
    )
    ids.push(...rows.map((row) => row.id))
    after = rows.at(-1)?.id
    if (!more) return ids
  }
}
