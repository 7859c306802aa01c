import type { GroupCommit } from './group-commit.ts'
import type { Journal } from './journal.ts'
import type { Snapshot } from './snapshot.ts'
import { slicesOf } from './slices.ts'
import type { State } from './state.ts'
import type { Turns } from '../turns.ts'

export interface CompactionParts {
  readonly state: State
  readonly turns: Turns
  readonly journal: Journal
  readonly commits: GroupCommit
  readonly snapshot: Snapshot
  /** Removes the segments whose lines the snapshot holds. */
  readonly removeSegments: (base: number) => Promise<void>
  readonly onFailure: (error: unknown) => void
  /** Smaller journals are not worth it. */
  readonly floor: number
}

class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

/**
 * Folds the journal into a new snapshot beside the running store. The walk sees rows at different moments;
 * replaying what was written since its start over them gives the exact state, as puts and removes are absolute.
 */
export class Compaction {
  readonly #parts: CompactionParts
  /** What the journal has written, counted back by what it held at the start. */
  #mark: number
  #running: Promise<void> | null = null
  #closed = false

  constructor(parts: CompactionParts, journalBytes: number) {
    this.#parts = parts
    this.#mark = -journalBytes
  }

  /** Called after every flush. The cost is spread: a snapshot is written once for so many bytes of journal. */
  consider(): void {
    const { journal, snapshot, floor, onFailure } = this.#parts
    if (this.#running !== null || this.#closed) return
    if (journal.written - this.#mark < Math.max(floor, snapshot.size)) return
    this.#running = this.#fold()
      .catch((error: unknown) => {
        if (!(error instanceof Abandoned)) onFailure(error)
      })
      .finally(() => {
        this.#running = null
      })
  }

  /** Folds now, however little there is. @throws what stood in the way; the files are as good as before then */
  async foldNow(): Promise<void> {
    while (this.#running !== null) await this.#running
    const folding = this.#fold()
    this.#running = folding
      .catch(() => undefined)
      .finally(() => {
        this.#running = null
      })
    await folding
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  async #fold(): Promise<void> {
    const { state, turns, journal, commits, snapshot, removeSegments } = this.#parts
    // Set first: after a failure the next attempt waits for as many bytes again.
    this.#mark = journal.written
    const base = await journal.rotate()
    const losses = commits.losses
    const check = (): void => {
      if (this.#closed || commits.losses !== losses) throw new Abandoned('What it saw was taken back.')
    }
    await snapshot.write({ base, slices: slicesOf(state, turns, check) }, async () => {
      await commits.pending()?.done
      check()
    })
    await removeSegments(base)
  }
}
