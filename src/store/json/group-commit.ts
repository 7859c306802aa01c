import { setImmediate as pause } from 'node:timers/promises'
import { StorageError } from '../types.ts'
import type { Journal } from './journal.ts'
import { encodeLine } from './line.ts'
import type { Flush, Log } from './store.ts'
import type { Turns } from '../turns.ts'

interface Batch extends Flush {
  readonly lines: string[]
  readonly undo: (() => void)[]
  readonly settle: (failure: StorageError | null) => void
}

/**
 * While one write and fsync is under way the next transactions gather; one fsync serves them all. When it
 * fails, everything that is not durable is undone, newest first, and every one of them hears of it.
 */
export class GroupCommit implements Log {
  readonly #journal: Journal
  readonly #turns: Turns
  readonly #onFlush: () => void
  #head: number
  #gathering: Batch | null = null
  #writing: Batch | null = null
  #running = false
  #losses = 0
  writable = true

  constructor(journal: Journal, turns: Turns, onFlush: () => void) {
    this.#journal = journal
    this.#turns = turns
    this.#onFlush = onFlush
    this.#head = journal.last
  }

  /** How often transactions had to be undone: a walk over the state that saw this change saw what is not. */
  get losses(): number {
    return this.#losses
  }

  add(line: string, undo: () => void): Flush {
    const batch = (this.#gathering ??= newBatch())
    this.#head += 1
    batch.lines.push(encodeLine(this.#head, line))
    batch.undo.push(undo)
    if (!this.#running) void this.#run()
    return batch
  }

  pending(): Flush | null {
    return this.#gathering ?? this.#writing
  }

  async #run(): Promise<void> {
    this.#running = true
    // All that arrived in this round of the event loop goes together.
    await pause()
    while (this.#gathering !== null) {
      const batch = this.#gathering
      this.#gathering = null
      this.#writing = batch
      await this.#write(batch)
    }
    this.#running = false
  }

  async #write(batch: Batch): Promise<void> {
    const last = this.#journal.last + batch.lines.length
    try {
      await this.#journal.append(batch.lines.join(''), last)
    } catch (error) {
      this.writable = false
      const failure = new StorageError('The disk refused the write; nothing was changed.', { cause: error })
      return this.#turns.take(async () => this.#lose(batch, failure))
    }
    this.writable = true
    this.#writing = null
    batch.settle(null)
    this.#onFlush()
  }

  /** In a turn of its own: no transaction is half-way. */
  #lose(batch: Batch, failure: StorageError): void {
    const lost = this.#gathering === null ? [batch] : [batch, this.#gathering]
    this.#gathering = null
    this.#writing = null
    this.#head = this.#journal.last
    this.#losses += 1
    for (const undo of lost.flatMap((each) => each.undo).toReversed()) undo()
    for (const each of lost) each.settle(failure)
  }
}

function newBatch(): Batch {
  let settle: Batch['settle'] = () => undefined
  const done = new Promise<StorageError | null>((resolve) => {
    settle = resolve
  })
  return { lines: [], undo: [], done, settle }
}
