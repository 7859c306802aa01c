import { setImmediate as pause } from 'node:timers/promises'
import type { Instant } from '../rows.ts'
import type { TableShape } from '../tables.ts'
import { NamedIndex, sizeOf, Slot, type Partition } from './named-index.ts'
import { ShardedMap } from './sharded-map.ts'
import { compareText, sortedMap, sortedSet, type Sorted } from './sorted.ts'
import { walk, type Range } from './walk.ts'

export interface Identified {
  readonly id: string
}

export interface RowQuery extends Omit<Range, 'direction'> {
  readonly direction?: Range['direction']
  readonly where?: object
  readonly limit: number
}

interface Condition<R> {
  readonly index: NamedIndex<R>
  readonly key: string
}

/** So many rows are looked at in one go; a rare combination of filters must not hold the event loop. */
const SCAN_STRETCH = 10_000

/** The rows of one table with their indexes. A write costs the logarithm of what is stored, never more. */
export class TableState<R extends Identified> {
  readonly #shape: TableShape<R>
  readonly #slots = new ShardedMap<Slot<R>>()
  readonly #listing = sortedMap<Slot<R>>()
  readonly #indexes: ReadonlyMap<string, NamedIndex<R>>
  readonly #due: Sorted<Slot<R>, undefined> | null

  constructor(shape: TableShape<R>) {
    this.#shape = shape
    this.#indexes = new Map(
      Object.entries(shape.indexes).map(([name, keysOf]) => [name, new NamedIndex(shape.order, keysOf)]),
    )
    this.#due = shape.due === undefined ? null : dueOrder(shape.order, shape.due)
  }

  get size(): number {
    return this.#listing.size
  }

  get(id: string): R | undefined {
    return this.#slots.get(id)?.row
  }

  /** Whether a row may be inserted: an id and an order are given once. */
  isFree(row: R): boolean {
    return this.#slots.get(row.id) === undefined && !this.#listing.has(this.#shape.order(row))
  }

  /** Puts a row in its place, whatever stands there, and answers with the row it replaced. */
  put(row: R): R | undefined {
    const slot = this.#slots.get(row.id)
    if (slot === undefined) {
      this.#add(row)
      return undefined
    }
    const before = slot.row
    if (this.#shape.order(before) === this.#shape.order(row)) this.#replace(slot, row)
    else {
      this.remove(row.id)
      this.#add(row)
    }
    return before
  }

  remove(id: string): R | undefined {
    const slot = this.#slots.get(id)
    if (slot === undefined) return undefined
    for (const index of this.#indexes.values()) index.drop(slot)
    if (this.#dueOf(slot.row) !== null) this.#due?.delete(slot)
    this.#listing.delete(this.#shape.order(slot.row))
    this.#slots.delete(id)
    return slot.row
  }

  find(index: string, key: string): R[] {
    const partition = this.#index(index).partition(key)
    return partition === undefined ? [] : this.#rows(partition, { direction: 'oldest' })
  }

  async page(query: RowQuery): Promise<{ rows: R[]; more: boolean }> {
    const conditions = this.#conditions(query.where ?? {})
    const source = this.#smallest(conditions)
    if (source === undefined) return { rows: [], more: false }
    const rows: R[] = []
    let range: Range | null = { direction: 'newest', ...query }
    while (range !== null && rows.length <= query.limit) {
      const reached: string | null = this.#collect(source, range, conditions, query.limit + 1, rows)
      if (reached !== null) await pause()
      range = reached === null ? null : beyond(range, reached)
    }
    return { rows: rows.slice(0, query.limit), more: rows.length > query.limit }
  }

  /** Rows in their order from a place on: one slice of a walk over everything. */
  *rowsAfter(order: string | undefined): Generator<R, void, undefined> {
    const range: Range = { direction: 'oldest', after: order }
    for (const slot of walk(this.#listing, this.#shape.order, range)) yield slot.row
  }

  orderOf(row: R): string {
    return this.#shape.order(row)
  }

  dueBy(now: Instant, limit: number): R[] {
    const rows: R[] = []
    for (const slot of this.#due?.keys() ?? []) {
      if (rows.length >= limit || !this.#isDue(slot.row, now)) break
      rows.push(slot.row)
    }
    return rows
  }

  nextDue(): Instant | null {
    const slot = this.#due?.minKey()
    return slot === undefined ? null : this.#dueOf(slot.row)
  }

  #add(row: R): void {
    const order = this.#shape.order(row)
    // Only replay over a snapshot of moving data meets a taken order: its holder is from later on and comes again.
    const holder = this.#listing.get(order)
    if (holder !== undefined) this.remove(holder.row.id)
    const slot = new Slot(row)
    this.#slots.set(row.id, slot)
    this.#listing.set(order, slot)
    for (const index of this.#indexes.values()) index.add(slot)
    if (this.#dueOf(row) !== null) this.#due?.set(slot, undefined)
  }

  #replace(slot: Slot<R>, row: R): void {
    for (const index of this.#indexes.values()) index.move(slot, row)
    const before = this.#dueOf(slot.row)
    const after = this.#dueOf(row)
    // The tree compares slots by what they hold: out with the old row, in with the new one.
    if (before !== null && before !== after) this.#due?.delete(slot)
    slot.row = row
    if (after !== null && before !== after) this.#due?.set(slot, undefined)
  }

  /** Adds what a range holds to `rows`; the order it came to when the stretch was over, null at the end. */
  #collect(
    source: Partition<R>,
    range: Range,
    conditions: readonly Condition<R>[],
    wanted: number,
    rows: R[],
  ): string | null {
    let left = SCAN_STRETCH
    for (const { row } of walk(source, this.#shape.order, range)) {
      if (conditions.every(({ index, key }) => index.holds(key, row))) rows.push(row)
      if (rows.length >= wanted) return null
      if ((left -= 1) === 0) return this.#shape.order(row)
    }
    return null
  }

  #conditions(where: object): Condition<R>[] {
    return Object.entries(where)
      .filter((pair): pair is [string, string] => pair[1] !== undefined)
      .map(([name, key]) => ({ index: this.#index(name), key }))
  }

  /** undefined: one of the keys has no rows at all. */
  #smallest(conditions: readonly Condition<R>[]): Partition<R> | undefined {
    let smallest: Partition<R> = this.#listing
    for (const { index, key } of conditions) {
      const partition = index.partition(key)
      if (partition === undefined) return undefined
      if (sizeOf(partition) < sizeOf(smallest)) smallest = partition
    }
    return smallest
  }

  #rows(partition: Partition<R>, range: Range): R[] {
    return Array.from(walk(partition, this.#shape.order, range), (slot) => slot.row)
  }

  #index(name: string): NamedIndex<R> {
    const index = this.#indexes.get(name)
    if (index === undefined) throw new Error(`The table has no index "${name}".`)
    return index
  }

  #dueOf(row: R): Instant | null {
    return this.#shape.due?.(row) ?? null
  }

  #isDue(row: R, now: Instant): boolean {
    const due = this.#dueOf(row)
    return due !== null && due <= now
  }
}

function dueOrder<R>(order: TableShape<R>['order'], due: (row: R) => Instant | null) {
  return sortedSet<Slot<R>>(
    (a, b) => compareText(due(a.row) ?? '', due(b.row) ?? '') || compareText(order(a.row), order(b.row)),
  )
}

function beyond(range: Range, order: string): Range {
  return range.direction === 'newest' ? { ...range, before: order } : { ...range, after: order }
}
