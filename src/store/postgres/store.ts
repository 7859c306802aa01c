import { setTimeout as wait } from 'node:timers/promises'
import { Turns } from '../turns.ts'
import { StorageError, type ReadTx, type TransactOptions, type Tx } from '../types.ts'
import { kindOf, reasonOf } from './failures.ts'
import type { Health } from './health.ts'
import type { Pool } from './pool.ts'
import { Session, type Failure } from './session.ts'
import { Transaction, type Surroundings } from './transaction.ts'

/** `look`: a single statement, which is a transaction by itself. `rows`: it writes, and what it only reads is not watched. */
type Mode = 'look' | 'read' | 'all' | 'rows' | 'write'

const readModes = { one: 'look', many: 'read', all: 'all' } as const

export interface Parts extends Surroundings {
  readonly pool: Pool
  readonly health: Health
  /** What a transaction begins with. */
  readonly begin: Readonly<Record<Mode, string | null>>
}

/** For so long a transaction that others were ahead of is run again. */
const RETRY_MS = 15_000
const LONGEST_PAUSE_MS = 250
const RUNS_AT_ONCE = 2
const LOST_RUNS = 3

/** Runs transactions: again when another one was first, never when it may have happened already. */
export class Transactions {
  readonly #parts: Parts
  readonly #turns = new Turns()
  readonly #running = new Set<Promise<unknown>>()
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async transact<A>(work: (tx: Tx) => Promise<A>, { guard }: TransactOptions = {}): Promise<A> {
    return this.#tracked(async () => this.#run(guard ?? 'write', work))
  }

  async read<A>(work: (tx: ReadTx) => Promise<A>, calls: keyof typeof readModes = 'many'): Promise<A> {
    return this.#tracked(async () => this.#run(readModes[calls], work))
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.allSettled(this.#running)
  }

  async #tracked<A>(run: () => Promise<A>): Promise<A> {
    if (this.#closed) throw new StorageError('The store is closed.')
    const running = run()
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  async #run<A>(mode: Mode, work: (tx: Transaction) => Promise<A>): Promise<A> {
    const start = performance.now()
    const taken = new Set<string>()
    for (let runs = 1; ; runs += 1) {
      const attempt = async () => this.#attempt(mode, work)
      // What collided again goes one by one: together they would only keep on colliding.
      const { failure, settle } = await (runs <= RUNS_AT_ONCE ? attempt() : this.#turns.take(attempt))
      if (failure === null) return settle()
      if (!isWorthAnother(failure, runs, taken) || performance.now() - start > RETRY_MS)
        throw this.#verdict(failure)
      await wait(Math.random() * Math.min(2 ** runs, LONGEST_PAUSE_MS))
    }
  }

  async #attempt<A>(
    mode: Mode,
    work: (tx: Transaction) => Promise<A>,
  ): Promise<{ failure: Failure | null; settle: () => A }> {
    const { pool, begin, health } = this.#parts
    const session = new Session(pool, begin[mode])
    const isWrite = mode === 'write' || mode === 'rows'
    const tx = new Transaction(session, isWrite ? 'write' : 'read', this.#parts)
    try {
      const result = await work(tx)
      tx.end()
      await tx.settle()
      const failure = isWrite ? await session.commit() : session.finish()
      if (failure === null && tx.wrote) health.wrote()
      return { failure, settle: () => result }
    } catch (error) {
      tx.end()
      session.rollback()
      const settle = (): never => {
        throw error
      }
      return { failure: session.failure, settle }
    }
  }

  #verdict({ error, about, outcomeUnknown }: Failure): Error {
    const kind = kindOf(error)
    if (kind === 'outage' || kind === 'lost') this.#parts.health.refused()
    if (outcomeUnknown) {
      return new StorageError(
        'The connection to the database was lost while it committed: the change was made whole or not at all.',
        { cause: error },
      )
    }
    if (kind === 'duplicate')
      return new Error(`${about} exists already, or its order does.`, { cause: error })
    if (kind === 'missing') {
      return new Error(`${about} does not exist, or has another order.`, { cause: error })
    }
    if (kind === 'collision') {
      return new StorageError('Other transactions were ahead of this one again and again.', { cause: error })
    }
    if (kind === 'fault') return error instanceof Error ? error : new Error(String(error))
    return new StorageError(`The database refused: ${reasonOf(error)}.`, { cause: error })
  }
}

function isWorthAnother(
  { error, about, outcomeUnknown }: Failure,
  runs: number,
  taken: Set<string>,
): boolean {
  if (outcomeUnknown) return false
  const kind = kindOf(error)
  if (kind === 'duplicate') return isRace(about, taken)
  return kind === 'collision' || (kind === 'lost' && runs < LOST_RUNS)
}

/** The next run sees what was in the way of this one: who runs into the same again would do so for ever. */
function isRace(about: string, taken: Set<string>): boolean {
  const isNew = !taken.has(about)
  taken.add(about)
  return isNew
}
