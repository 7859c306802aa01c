import type { Instant } from '../rows.ts'
import { SortedRows, type KeyOf } from './sorted-rows.ts'
import { TextColumn } from './text-column.ts'

/** The queue of tables that have no queues of their own. */
const ONLY_QUEUE = ''

/** When rows are due, earliest first, in queues that do not hold up one another. */
export class DueQueues {
  readonly #instants = new TextColumn()
  readonly #queues = new Map<string, SortedRows>()
  readonly #keyOf: KeyOf

  constructor(orderOf: KeyOf) {
    this.#keyOf = (row) => keyFor(this.#instants.get(row), orderOf(row))
  }

  set(row: number, order: string, due: Instant | null, queue = ONLY_QUEUE): void {
    const before = this.#instants.has(row) ? this.#instants.get(row) : null
    if (before === due) return
    const rows = this.#queues.get(queue) ?? new SortedRows(this.#keyOf)
    // Sorted by what the instant says: out before it changes, in after it did.
    if (before !== null) rows.remove(row, keyFor(before, order))
    if (due === null) this.#instants.delete(row)
    else {
      this.#instants.set(row, due)
      rows.add(row, keyFor(due, order))
    }
    if (rows.size === 0) this.#queues.delete(queue)
    else this.#queues.set(queue, rows)
  }

  /** The rows that are due, earliest first. */
  *dueBy(now: Instant, queue = ONLY_QUEUE): Generator<number, void, undefined> {
    for (const row of this.#queues.get(queue)?.upwards() ?? []) {
      if (this.#instants.get(row) > now) return
      yield row
    }
  }

  /** The queues in which a row is due. */
  dueQueues(now: Instant, limit: number): string[] {
    const due: string[] = []
    for (const [queue, rows] of this.#queues) {
      if (due.length === limit) break
      const first = rows.first()
      if (first !== undefined && this.#instants.get(first) <= now) due.push(queue)
    }
    return due
  }

  /** Of one queue, or of all. */
  next(queue?: string): Instant | null {
    const queues = queue === undefined ? Array.from(this.#queues.values()) : [this.#queues.get(queue)]
    let earliest: Instant | null = null
    for (const rows of queues) {
      const first = rows?.first()
      const due = first === undefined ? null : this.#instants.get(first)
      if (due !== null && (earliest === null || due < earliest)) earliest = due
    }
    return earliest
  }
}

function keyFor(due: Instant, order: string): string {
  return `${due} ${order}`
}
