import { ApiError } from '../core/error.ts'
import { iso, ms } from '../core/instant.ts'
import type { ClockControl, ClockFacts, ClockMove, Due } from '../operations/call.ts'
import type { Store, Tx } from '../store/types.ts'
import type { Worker } from '../worker/loop.ts'
import type { SandboxClock } from './clock.ts'
import { endings } from './endings.ts'

export interface TravelParts {
  readonly clock: SandboxClock
  readonly store: Store
  readonly worker: Worker
  /** Does what is due at the clock's instant, but for deliveries. */
  settle(): Promise<void>
  realNow(): number
}

export interface Traveller extends ClockControl {
  /** An attempt was written down: part of what a move made happen. */
  attempted(deliveryId: string, startedAt: number): void
}

/** The latest instant that dates can show. */
const endOfTime = Date.parse('9999-12-31T00:00:00Z')
/** What of one instant is told; all of it happens. */
const toldAtOnce = 1_000

/**
 * Moves the clock as if the time had been lived through: it stands still at every instant at which something
 * is due, until all of that is done, and only then goes on.
 */
export function createTraveller(parts: TravelParts): Traveller {
  const journeys = new Journeys(parts)
  return {
    read: () => journeys.facts(),
    move: (move) => journeys.move(move),
    attempted: (id, startedAt) => journeys.tell({ at: iso(startedAt), kind: 'delivery', id }),
  }
}

class Journeys {
  readonly #parts: TravelParts
  #told: Due[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: TravelParts) {
    this.#parts = parts
  }

  tell(due: Due): void {
    this.#told.push(due)
  }

  async facts(): Promise<ClockFacts> {
    const { clock, realNow } = this.#parts
    const next = await this.#next()
    return { now: clock.now(), realNow: realNow(), frozen: clock.state().frozen_at !== null, next }
  }

  /** One move at a time: two at once would each see half of the way. */
  move(move: ClockMove): Promise<ClockFacts & { happened: readonly Due[] }> {
    const mine = this.#last.then(() => this.#move(move))
    this.#last = mine.catch(() => undefined)
    return mine
  }

  async #move(move: ClockMove): Promise<ClockFacts & { happened: readonly Due[] }> {
    const { clock, store } = this.#parts
    const wasFrozen = clock.state().frozen_at !== null
    const target = await this.#target(move)
    clock.freezeAt(clock.now())
    this.#told = []
    await this.#travel(target)
    const stands = 'stand' in move ? move.stand === 'freeze' : wasFrozen
    if (!stands) clock.resume()
    await store.transact((tx) => keep(tx, clock))
    await this.#parts.worker.start()
    const happened = this.#told.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
    return { ...(await this.facts()), happened }
  }

  /** @throws ApiError CLOCK_BACKWARD */
  async #target(move: ClockMove): Promise<number> {
    const now = this.#parts.clock.now()
    if ('stand' in move) return now
    if ('next' in move) {
      const next = await this.#next()
      return next === null ? now : ms(next.at)
    }
    const target = 'to' in move ? move.to : now + move.by
    if (target >= now && target <= endOfTime) return target
    throw new ApiError(
      'CLOCK_BACKWARD',
      `The clock shows ${iso(now)} and moves forward only${target > now ? ', at most to the year 9999' : ''}. To start over: POST /v1/sandbox/reset.`,
      { details: { now: iso(now) } },
    )
  }

  async #travel(target: number): Promise<void> {
    const { clock } = this.#parts
    await this.#settle()
    for (;;) {
      const next = await this.#next()
      if (next === null || ms(next.at) > target) break
      const at = Math.max(ms(next.at), clock.now())
      // Something that stays due however long one waits must not hold up time.
      if (at === clock.now()) break
      clock.freezeAt(at)
      await this.#settle()
    }
    if (target > clock.now()) clock.freezeAt(target)
    await this.#settle()
  }

  /** Everything that is due at this instant, told and done. */
  async #settle(): Promise<void> {
    const now = iso(this.#parts.clock.now())
    const due = await this.#parts.store.transact((tx) => dueNow(tx, now))
    this.#told.push(...due)
    await this.#parts.settle()
    await this.#parts.worker.idle()
  }

  /** What falls due next, strictly after this instant. */
  async #next(): Promise<Due | null> {
    const { clock, store, worker } = this.#parts
    const now = iso(clock.now())
    const wake = await worker.nextWake()
    const waiting = await store.transact(async (tx) => [
      ...(await endings(tx, now)),
      ...(await firstOf(tx, 'invites', 'invite')),
      ...(await firstOf(tx, 'decays', 'tier')),
      ...(wake === null ? [] : await delivery(tx, iso(Math.max(wake, clock.now() + 1)))),
    ])
    const later = waiting.filter((due) => due.at > now)
    return later.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))[0] ?? null
  }
}

async function keep(tx: Tx, clock: SandboxClock): Promise<void> {
  const row = { id: 'clock', value: clock.state() }
  if ((await tx.get('meta', 'clock')) === undefined) await tx.insert('meta', row)
  else await tx.update('meta', row)
}

async function dueNow(tx: Tx, now: string): Promise<Due[]> {
  const invites = await tx.claimDue('invites', now, toldAtOnce)
  const decays = await tx.claimDue('decays', now, toldAtOnce)
  const ended = (await endings(tx, '')).filter((due) => due.at === now)
  return [
    ...invites.map((row): Due => ({ at: row.expires_at, kind: 'invite', id: row.id })),
    ...decays.map((row): Due => ({ at: row.due_at ?? now, kind: 'tier', id: row.user_id })),
    ...ended,
  ]
}

async function firstOf(tx: Tx, table: 'invites' | 'decays', kind: 'invite' | 'tier'): Promise<Due[]> {
  const at = await tx.nextDue(table)
  if (at === null) return []
  const [row] = await tx.claimDue(table, at, 1)
  if (row === undefined) return []
  return [{ at, kind, id: 'candidate_email' in row ? row.id : (row.user_id ?? row.id) }]
}

/** The delivery behind a wake: the one that is due by then. */
async function delivery(tx: Tx, at: string): Promise<Due[]> {
  for (const status of ['retrying', 'pending', 'delivering']) {
    const { rows } = await tx.page('deliveries', { where: { status }, direction: 'oldest', limit: 100 })
    const row = rows.find((one) => (one.next_attempt_at ?? one.lease_until ?? '') <= at)
    if (row !== undefined) return [{ at, kind: 'delivery', id: row.id }]
  }
  return []
}
