import { iso } from '../core/instant.ts'
import type { Store, Tx } from '../store/types.ts'

/** Expires one batch of invites inside a transaction; the rule itself is an operation's. */
export type ExpireBatch = (tx: Tx, now: number, limit: number) => Promise<number>

export interface Sweeper {
  /** Expires every invite that is due at `now`. Cheap when none is. */
  expire(now: number): Promise<void>
  /** Drops what is past its retention: idempotency records, old events. */
  retain(now: number): Promise<void>
}

const batchSize = 200
const eventDays = 30

/** What time alone changes, in batches small enough that requests pass between them. */
export function createSweeper(store: Store, expireBatch: ExpireBatch): Sweeper {
  return {
    async expire(now) {
      const due = await store.read((tx) => tx.nextDue('invites'))
      if (due === null || due > iso(now)) return
      let expired = batchSize
      while (expired === batchSize) expired = await store.transact((tx) => expireBatch(tx, now, batchSize))
    },
    async retain(now) {
      let dropped = batchSize
      while (dropped === batchSize) dropped = await store.transact((tx) => forgetAnswers(tx, now))
      dropped = batchSize
      while (dropped === batchSize) dropped = await store.transact((tx) => forgetEvents(tx, now))
    },
  }
}

async function forgetAnswers(tx: Tx, now: number): Promise<number> {
  const old = await tx.claimDue('idempotency', iso(now), batchSize)
  for (const row of old) await tx.remove('idempotency', row.id)
  return old.length
}

async function forgetEvents(tx: Tx, now: number): Promise<number> {
  const limit = iso(now - eventDays * 86_400_000)
  const { rows } = await tx.page('events', { direction: 'oldest', limit: batchSize })
  const old = rows.filter((row) => row.created_at < limit)
  for (const row of old) await tx.remove('events', row.id)
  return old.length
}
