import { setImmediate as pause } from 'node:timers/promises'
import type { Instant } from '../rows.ts'
import type { TableShape } from '../tables.ts'
import { DueQueues } from './due-queues.ts'
import { FrozenTable } from './frozen.ts'
import { HashTable } from './hash-table.ts'
import { holds, NamedIndex, sizeOf, type Partition } from './named-index.ts'
import { RowStore, type Identified } from './row-store.ts'
import { SortedRows, type KeyOf } from './sorted-rows.ts'
import { TextColumn } from './text-column.ts'
import { beyond, walk, type Range } from './walk.ts'

export interface RowQuery extends Omit<Range, 'direction'> {
  readonly direction?: Range['direction']
  readonly where?: object
  readonly limit: number
}

/** So many rows are looked at in one go; a rare combination of filters must not hold the event loop. */
const SCAN_STRETCH = 5_000

/**
 * The rows of one table with their indexes. What a write costs does not grow with what is stored, and a row
 * at rest is a number: no object stands for it that a garbage collector would have to look at.
 */
export class TableState<R extends Identified> {
  readonly #shape: TableShape<R>
  readonly #rows = new RowStore<R>()
  readonly #numbers = new HashTable()
  readonly #orders = new TextColumn()
  readonly #orderOf: KeyOf = (row) => this.#orders.get(row)
  readonly #listing = new SortedRows(this.#orderOf)
  readonly #due = new DueQueues(this.#orderOf)
  readonly #indexes: ReadonlyMap<string, NamedIndex<R>>
  readonly #frozen = new Set<FrozenTable>()

  constructor(shape: TableShape<R>) {
    this.#shape = shape
    const indexes = Object.entries(shape.indexes)
    this.#indexes = new Map(indexes.map(([name, keysOf]) => [name, new NamedIndex(this.#orderOf, keysOf)]))
  }

  get size(): number {
    return this.#listing.size
  }

  get(id: string): R | undefined {
    const row = this.#numbers.get(id)
    const content = row === undefined ? undefined : this.#rows.read(row)
    return content?.id === id ? content : undefined
  }

  /** Whether a row may be inserted: an id and an order are given once. */
  isFree(content: R): boolean {
    return (
      this.#numbers.get(content.id) === undefined && this.#listing.find(this.orderOf(content)) === undefined
    )
  }

  /** Puts a row in its place, whatever stands there, and answers with the row it replaced. */
  put(content: R): R | undefined {
    const before = this.get(content.id)
    if (this.#frozen.size > 0) this.#keepThen(content, before)
    this.#rows.write(this.#place(content, before), content)
    return before
  }

  /** As `put`, for a row that is not wanted soon: it is kept as its text. */
  load(content: R, text: Buffer): void {
    this.#rows.load(this.#place(content, this.get(content.id)), text)
  }

  remove(id: string): R | undefined {
    const row = this.#numbers.get(id)
    if (row === undefined) return undefined
    const content = this.#rows.read(row)
    const order = this.orderOf(content)
    for (const frozen of this.#frozen) frozen.keepGoing(order, () => this.#rows.textOf(row))
    for (const index of this.#indexes.values()) index.drop(row, order, content)
    this.#due.set(row, order, null, this.#queueOf(content))
    this.#listing.remove(row, order)
    this.#orders.delete(row)
    this.#numbers.delete(id)
    this.#rows.remove(row)
    return content
  }

  /** Puts a row to rest; answers with its text, or null when there is none. */
  settle(id: string): string | null {
    const row = this.#numbers.get(id)
    return row === undefined ? null : this.#rows.settle(row)
  }

  find(index: string, key: string): R[] {
    const named = this.#index(index)
    const partition = named.partition(key)
    if (partition === undefined) return []
    const rows = Array.from(walk(partition, this.#orderOf, { direction: 'oldest' }), ({ row }) =>
      this.#rows.read(row),
    )
    return rows.filter((content) => named.covers(key, content))
  }

  async page(query: RowQuery): Promise<{ rows: R[]; more: boolean }> {
    const partitions = this.#partitions(query.where ?? {})
    if (partitions === null) return { rows: [], more: false }
    const found: number[] = []
    let range: Range | null = { direction: 'newest', ...query }
    while (range !== null) {
      const reached: string | null = this.#collect(partitions, range, query.limit + 1, found)
      if (reached !== null) await pause()
      range = reached === null ? null : beyond(range, reached)
    }
    const rows = found.slice(0, query.limit).map((row) => this.#rows.read(row))
    return { rows, more: found.length > query.limit }
  }

  /** Rows as text in their order from a place on: one slice of a walk over everything. */
  *textsAfter(after: string | undefined): Generator<{ order: string; text: string }, void, undefined> {
    for (const { row, order } of walk(this.#listing, this.#orderOf, { direction: 'oldest', after })) {
      yield { order, text: this.#rows.settle(row) }
    }
  }

  /** The table as it is now, for a reader who takes his time: asked for between transactions only. */
  freeze(): { readonly rows: FrozenTable; release(): void } {
    const [newest] = walk(this.#listing, this.#orderOf, { direction: 'newest' })
    const rows = new FrozenTable(this, newest?.order)
    this.#frozen.add(rows)
    return { rows, release: () => void this.#frozen.delete(rows) }
  }

  orderOf(content: R): string {
    return this.#shape.order(content)
  }

  count(index: string, key: string): number {
    const partition = this.#index(index).partition(key)
    return partition === undefined ? 0 : sizeOf(partition)
  }

  dueBy(now: Instant, limit: number, queue?: string): R[] {
    const rows: R[] = []
    for (const row of this.#due.dueBy(now, queue)) {
      if (rows.length >= limit) break
      rows.push(this.#rows.read(row))
    }
    return rows
  }

  dueQueues(now: Instant, limit: number): string[] {
    return this.#due.dueQueues(now, limit)
  }

  nextDue(queue?: string): Instant | null {
    return this.#due.next(queue)
  }

  #keepThen(content: R, before: R | undefined): void {
    const text = before === undefined ? null : (): string => JSON.stringify(before)
    for (const frozen of this.#frozen) frozen.keep(this.orderOf(content), text)
  }

  /** Brings every index up to the content; answers with its row number. */
  #place(content: R, before: R | undefined): number {
    const row = this.#numbers.get(content.id)
    if (row === undefined || before === undefined) return this.#add(content)
    const order = this.orderOf(content)
    if (this.orderOf(before) !== order) {
      this.remove(content.id)
      return this.#add(content)
    }
    for (const index of this.#indexes.values()) index.move(row, order, before, content)
    if (this.#queueOf(before) !== this.#queueOf(content))
      this.#due.set(row, order, null, this.#queueOf(before))
    this.#setDue(row, order, content)
    return row
  }

  #add(content: R): number {
    const order = this.orderOf(content)
    // Only replay over a snapshot of moving data meets a taken order: its holder is from later on and comes again.
    const holder = this.#listing.find(order)
    if (holder !== undefined) this.remove(this.#rows.read(holder).id)
    const row = this.#rows.newNumber()
    this.#numbers.set(content.id, row)
    this.#orders.set(row, order)
    this.#listing.add(row, order)
    for (const index of this.#indexes.values()) index.add(row, order, content)
    this.#setDue(row, order, content)
    return row
  }

  #setDue(row: number, order: string, content: R): void {
    this.#due.set(row, order, this.#shape.due?.(content) ?? null, this.#queueOf(content))
  }

  #queueOf(content: R): string | undefined {
    return this.#shape.queue?.(content)
  }

  /** Adds what a range holds to `found`; answers where it came to when its stretch was over, null at the end. */
  #collect(
    [source, ...others]: readonly Partition[],
    range: Range,
    wanted: number,
    found: number[],
  ): string | null {
    if (source === undefined) return null
    let left = SCAN_STRETCH
    for (const { row, order } of walk(source, this.#orderOf, range)) {
      if (others.every((partition) => holds(partition, row, order))) found.push(row)
      if (found.length >= wanted) return null
      if ((left -= 1) === 0) return order
    }
    return null
  }

  /** What a row has to stand in, the smallest first; null: one of the keys has no rows at all. */
  #partitions(where: object): Partition[] | null {
    const partitions: Partition[] = []
    for (const [name, key] of Object.entries(where)) {
      if (key === undefined) continue
      const partition = this.#index(name).partition(String(key))
      if (partition === undefined) return null
      partitions.push(partition)
    }
    return partitions.length === 0 ? [this.#listing] : partitions.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  }

  #index(name: string): NamedIndex<R> {
    const index = this.#indexes.get(name)
    if (index === undefined) throw new Error(`The table has no index "${name}".`)
    return index
  }
}
