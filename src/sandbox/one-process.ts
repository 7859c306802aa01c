import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Chores } from '../runtime/chores.ts'
import { StoreOpenError, type Store } from '../store/types.ts'

/** The row of `meta` that says who runs the sandbox. */
export const processMarker = 'sandbox_process'
/** A process that has not said so for this long is gone. */
const leaseMs = 15_000
const renewMs = 5_000

export interface Lease {
  /** Keeps it while the process runs. @throws StoreOpenError when the start took so long that another one has it */
  keep(chores: Chores, onLost: () => void): Promise<void>
  release(): Promise<void>
}

/**
 * A sandbox's clock, faults and limits live in one process, so on a database only one may run it. One that was killed
 * is waited for. @throws StoreOpenError when another one runs
 */
export async function leaseSandbox(store: Store, label: string, now: () => number): Promise<Lease> {
  const owner = randomUUID()
  let seen: Holder | null = null
  for (;;) {
    const held = await take(store, owner, now())
    if (held === null) break
    // Who says so again is alive; who does not is gone as soon as its time is over.
    if (seen !== null && (held.owner !== seen.owner || held.until !== seen.until)) throw taken(label)
    seen = held
    await wait(500)
  }
  return {
    async keep(chores, onLost) {
      if ((await take(store, owner, now())) !== null) throw taken(label)
      chores.every(renewMs, async () => {
        if ((await take(store, owner, now())) !== null) onLost()
      })
    },
    async release() {
      await store.transact(async (tx) => {
        const row = await tx.get('meta', processMarker)
        if (holder(row?.value).owner === owner) await tx.remove('meta', processMarker)
      })
    },
  }
}

/** null: it is ours. Else who holds it. */
async function take(store: Store, owner: string, now: number): Promise<Holder | null> {
  return await store.transact(async (tx) => {
    const row = await tx.get('meta', processMarker)
    const held = holder(row?.value)
    if (held.owner !== owner && held.until > now) return held
    const next = { id: processMarker, value: { owner, until: now + leaseMs } }
    if (row === undefined) await tx.insert('meta', next)
    else await tx.update('meta', next)
    return null
  })
}

interface Holder {
  readonly owner: string
  readonly until: number
}

function holder(value: unknown): Holder {
  if (typeof value !== 'object' || value === null) return { owner: '', until: 0 }
  return { owner: String(Reflect.get(value, 'owner')), until: Number(Reflect.get(value, 'until')) }
}

function taken(label: string): StoreOpenError {
  return new StoreOpenError(
    'locked',
    `Another process runs the sandbox in ${label}.`,
    'Stop that one first, or choose another store. Live mode runs in any number of processes; a sandbox has one clock.',
  )
}
