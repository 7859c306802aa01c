import { ApiError } from '../core/error.ts'
import { day, iso } from '../core/instant.ts'
import { noCounts, plus, type Counts } from '../core/usage.ts'
import type { KeyRow, UsageRow } from '../store/rows.ts'
import type { Shared } from '../store/shared.ts'
import type { Store, Tx } from '../store/types.ts'
import type { Exchange } from './exchange.ts'

const dayMs = 24 * 3600 * 1000

/** A reset that is not over by then has failed: what was counted meanwhile is written down after all. */
const longestResetMs = 10_000

/** What was counted of one day for one key; for no key: by the service itself. */
interface Pending {
  readonly keyId: string | null
  readonly day: string
  readonly counts: Counts
}

interface LastUse {
  readonly keyId: string
  readonly at: string
}

export interface UsageRecorder {
  /** Counts the finished request; cheap, in memory. */
  record(exchange: Exchange): void
  /** Counts an attempt of a delivery, begun at that instant, when it was written down; the first one is the delivery. */
  attempted(attempt: { readonly number: number; readonly startedAt: number }, succeeded: boolean): void
  /** @throws ApiError QUOTA_EXCEEDED */
  checkQuota(key: KeyRow, exchange: Exchange): Promise<void>
  /** Writes down what was counted. */
  flush(): Promise<void>
  /** Everything stored is about to go: counts that are on their way to the store must not come after. */
  outdate(): void
  /** It has gone: nothing that began before counts any more. */
  forget(): void
}

/**
 * Usage is counted in memory and written in small batches: a request must not wait for a disk to be counted.
 * A crash can lose the counts of the last second, never a request's effect.
 */
export function createUsageRecorder(store: Store, shared: Shared | null = null): UsageRecorder {
  let pending = new Map<string, Pending>()
  /** By the hash of the secret: a rotation between the use and its writing down must not mix the two up. */
  let lastUse = new Map<string, LastUse>()
  /** Of one day: those before are over. */
  const admitted = new Map<string, number>()
  let admittedDay = ''
  let flushing: Promise<void> = Promise.resolve()
  let era = 0
  /** By performance.now(). */
  let forgotten = 0

  /** By performance.now(): until then a reset is under way, and what is counted waits for its end. */
  let heldUntil = 0

  const flush = async (): Promise<void> => {
    if (performance.now() < heldUntil || (pending.size === 0 && lastUse.size === 0)) return
    const batch = pending
    const uses = lastUse
    const mine = era
    pending = new Map()
    lastUse = new Map()
    try {
      await store.transact(async (tx) => {
        if (mine !== era) return
        for (const [id, one] of batch) await addTo(tx, id, one)
        for (const [hash, use] of uses) await noteUse(tx, hash, use)
      })
    } catch (error) {
      // Of an era that is over: nobody wants them back.
      if (mine !== era) throw error
      for (const [id, one] of batch) merge(pending, id, one)
      for (const [hash, use] of uses) if (!lastUse.has(hash)) lastUse.set(hash, use)
      throw error
    }
  }

  /** What a key used today as far as it is written down. */
  const written = async (id: string): Promise<number> => {
    await schedule()
    return (await store.read((tx) => tx.get('usage', id)))?.requests ?? 0
  }

  /** Answers whether there was room for one more; from the first on memory alone knows exactly. */
  const admit = async (id: string, quota: number): Promise<boolean> => {
    const before = admitted.has(id) ? 0 : await written(id)
    const used = admitted.get(id) ?? before
    const isAdmitted = used < quota
    admitted.set(id, isAdmitted ? used + 1 : used)
    return isAdmitted
  }

  const admitShared = async (among: Shared, id: string, quota: number): Promise<boolean> => {
    const base = admitted.get(id) ?? (await written(id))
    admitted.set(id, base)
    return await among.swap(`quota:${id}`, 2 * dayMs, (state) => {
      const used = state === null ? base : Number(state)
      const isAdmitted = used < quota
      return { state: String(isAdmitted ? used + 1 : used), answer: isAdmitted }
    })
  }

  const schedule = (): Promise<void> => {
    flushing = flushing.catch(() => undefined).then(flush)
    return flushing
  }

  const count = (keyId: string | null, at: number, counts: Partial<Counts>): void => {
    const date = day(at)
    merge(pending, `${date}:${keyId ?? 'service'}`, {
      keyId,
      day: date,
      counts: plus(noCounts, counts),
    })
  }

  return {
    record(exchange) {
      const { key } = exchange
      if (key === null || exchange.started < forgotten) return
      const errors = exchange.answer.status >= 400 ? 1 : 0
      count(key.id, exchange.at, { requests: 1, errors, ...exchange.counts })
      const outgoing = exchange.answer.headers['x-key-expires-at'] !== undefined
      const hash = outgoing && key.previous !== null ? key.previous.hash : key.hash
      lastUse.set(hash, { keyId: key.id, at: iso(exchange.at) })
    },
    attempted({ number, startedAt }, succeeded) {
      const [deliveries, delivery_failures] = [number === 1 ? 1 : 0, succeeded ? 0 : 1]
      count(null, startedAt, { deliveries, delivery_attempts: 1, delivery_failures })
    },
    async checkQuota(key, exchange) {
      if (key.daily_quota === null) return
      const today = day(exchange.at)
      if (today !== admittedDay) admitted.clear()
      admittedDay = today
      const id = `${today}:${key.id}`
      const isAdmitted =
        shared === null ? admit(id, key.daily_quota) : admitShared(shared, id, key.daily_quota)
      if (await isAdmitted) return
      exchange.deniedBy = 'quota'
      throw quotaExceeded(key, exchange.at)
    },
    flush: schedule,
    outdate() {
      era += 1
      heldUntil = performance.now() + longestResetMs
    },
    forget() {
      heldUntil = 0
      forgotten = performance.now()
      pending.clear()
      lastUse.clear()
      admitted.clear()
    },
  }
}

function merge(into: Map<string, Pending>, id: string, one: Pending): void {
  into.set(id, { ...one, counts: plus(one.counts, into.get(id)?.counts ?? noCounts) })
}

async function addTo(tx: Tx, id: string, { keyId, day, counts }: Pending): Promise<void> {
  const known = await tx.get('usage', id)
  const row: UsageRow = { id, key_id: keyId, day, ...plus(counts, known ?? noCounts) }
  if (known === undefined) await tx.insert('usage', row)
  else await tx.update('usage', row)
}

async function noteUse(tx: Tx, hash: string, { keyId, at }: LastUse): Promise<void> {
  const key = await tx.get('keys', keyId)
  if (key?.hash === hash) await tx.update('keys', { ...key, last_used_at: at })
  else if (key?.previous?.hash === hash) {
    await tx.update('keys', { ...key, previous: { ...key.previous, last_used_at: at } })
  }
}

function quotaExceeded(key: KeyRow, now: number): ApiError {
  const wait = Math.ceil((dayMs - (now % dayMs)) / 1000)
  return new ApiError(
    'QUOTA_EXCEEDED',
    `This key has used its ${key.daily_quota} requests of today (UTC). Try again in ${wait} s.`,
    {
      retryAfterSeconds: wait,
      details: { daily_quota: key.daily_quota },
    },
  )
}
