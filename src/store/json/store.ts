import { StorageError, type ReadTx, type Store, type Tx } from '../types.ts'
import type { State } from './state.ts'
import { Transaction } from './transaction.ts'
import type { Turns } from '../turns.ts'

/** Where committed transactions go. Nothing that stands in it is durable before `done` says so. */
export interface Log {
  add(line: string, undo: () => void): Flush
  /** The flush that makes everything durable that was added so far; null when it is. */
  pending(): Flush | null
  readonly writable: boolean
}

export interface Flush {
  /** null: durable. An error: undone, all of it and all that came after. */
  readonly done: Promise<StorageError | null>
}

interface Outcome<A> {
  readonly wrote: boolean
  readonly flush: Flush | null
  /** The result of the work or its error. */
  readonly settle: () => A
}

/** The rules of a Store over a state in memory and, where there is one, a log. */
export class MemoryStore implements Store {
  readonly #state: State
  readonly #turns: Turns
  readonly #log: Log | null
  #closed = false

  constructor(state: State, turns: Turns, log: Log | null) {
    this.#state = state
    this.#turns = turns
    this.#log = log
  }

  async transact<A>(work: (tx: Tx) => Promise<A>): Promise<A> {
    return this.#run(work)
  }

  async read<A>(work: (tx: ReadTx) => Promise<A>): Promise<A> {
    return this.#run(work)
  }

  writable(): boolean {
    return this.#log?.writable ?? true
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#turns.take(async () => undefined)
    await this.#log?.pending()?.done
  }

  /** What saw a state that was then lost is run again; what wrote onto it fails. */
  async #run<A>(work: (tx: Transaction) => Promise<A>): Promise<A> {
    for (;;) {
      if (this.#closed) throw new StorageError('The store is closed.')
      const { wrote, flush, settle } = await this.#turns.take(() => this.#attempt(work))
      const lost = flush === null ? null : await flush.done
      if (lost === null) return settle()
      if (wrote) throw new StorageError(lost.message, { cause: lost })
    }
  }

  async #attempt<A>(work: (tx: Transaction) => Promise<A>): Promise<Outcome<A>> {
    const tx = new Transaction(this.#state)
    try {
      const result = await work(tx)
      return { ...this.#commit(tx), settle: () => result }
    } catch (error) {
      tx.undo()
      const settle = (): never => {
        throw error
      }
      return { wrote: false, flush: this.#log?.pending() ?? null, settle }
    } finally {
      tx.end()
    }
  }

  #commit(tx: Transaction): { wrote: boolean; flush: Flush | null } {
    const line = tx.settle()
    if (this.#log === null) return { wrote: true, flush: null }
    if (line === null) return { wrote: false, flush: this.#log.pending() }
    return { wrote: true, flush: this.#log.add(line, () => tx.undo()) }
  }
}
