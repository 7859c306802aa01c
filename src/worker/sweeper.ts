import { iso, ms } from '../core/instant.ts'
import type { Store, Tx } from '../store/types.ts'

/** Does up to `limit` of what is due in a transaction of its own and answers how many were; the rule is an operation's. */
export type DueBatch = (now: number, limit: number) => Promise<number>

/** What falls due by itself, by the table that knows of it. */
export interface DueBatches {
  readonly invites: DueBatch
  readonly decays: DueBatch
}

export interface Sweeper {
  /** Expires every invite and takes every tier whose time has passed at `now`. Cheap when there is none. */
  expire(now: number): Promise<void>
  /** Drops what is past its retention: idempotency records, old events, deliveries and mails. */
  retain(now: number): Promise<void>
}

const batchSize = 200
/**
 * So long what was due next stays so, by the service's clock and by real time: what is written meanwhile, by whichever process, is due
 * later than this. An invite lives for a minute at least.
 */
const quietMs = 1_000
const keptDays = 30

/** What time alone changes, in batches small enough that requests pass between them. */
export function createSweeper(store: Store, batches: DueBatches): Sweeper {
  let quiet = { from: 0, until: 0, looked: 0 }
  return {
    async expire(now) {
      const isFresh = performance.now() - quiet.looked < quietMs
      if (isFresh && now >= quiet.from && now < quiet.until) return
      const looked = performance.now()
      const isDue = (instant: string | null): boolean => instant !== null && instant <= iso(now)
      const [invites, decays] = await store.read((tx) =>
        Promise.all([tx.nextDue('invites'), tx.nextDue('decays')]),
      )
      if (isDue(invites)) await untilDone((limit) => batches.invites(now, limit))
      if (isDue(decays)) await untilDone((limit) => batches.decays(now, limit))
      const isQuiet = !isDue(invites) && !isDue(decays)
      const until = isQuiet ? Math.min(now + quietMs, at(invites), at(decays)) : 0
      quiet = { from: now, until, looked }
    },
    async retain(now) {
      let dropped = batchSize
      while (dropped === batchSize) dropped = await store.transact((tx) => forgetAnswers(tx, now))
      dropped = batchSize
      while (dropped === batchSize) dropped = await store.transact((tx) => forgetEvents(tx, now))
      dropped = batchSize
      while (dropped === batchSize) dropped = await store.transact((tx) => forgetMails(tx, now))
    },
  }
}

function at(instant: string | null): number {
  return instant === null ? Infinity : ms(instant)
}

/** To the last: what a batch did may have made the same thing due again. */
async function untilDone(batch: (limit: number) => Promise<number>): Promise<void> {
  while ((await batch(batchSize)) > 0);
}

async function forgetAnswers(tx: Tx, now: number): Promise<number> {
  const old = await tx.claimDue('idempotency', iso(now), batchSize)
  for (const row of old) await tx.remove('idempotency', row.id)
  return old.length
}

async function forgetEvents(tx: Tx, now: number): Promise<number> {
  const limit = iso(now - keptDays * 86_400_000)
  const { rows } = await tx.page('events', { direction: 'oldest', limit: batchSize })
  const old = rows.filter((row) => row.created_at < limit)
  for (const row of old) {
    await forgetDeliveries(tx, row.id)
    await tx.remove('events', row.id)
  }
  return old.length
}

/** What was sent of an event goes with it. */
async function forgetDeliveries(tx: Tx, eventId: string): Promise<void> {
  for (const delivery of await tx.find('deliveries', 'event_id', eventId)) {
    for (const attempt of await tx.find('attempts', 'delivery_id', delivery.id)) {
      await tx.remove('attempts', attempt.id)
    }
    await tx.remove('deliveries', delivery.id)
  }
}

async function forgetMails(tx: Tx, now: number): Promise<number> {
  const limit = iso(now - keptDays * 86_400_000)
  const { rows } = await tx.page('mails', { direction: 'oldest', limit: batchSize })
  const old = rows.filter((row) => row.sent_at < limit)
  for (const row of old) await tx.remove('mails', row.id)
  return old.length
}
