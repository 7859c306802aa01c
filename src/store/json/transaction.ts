import type { Instant, TableName, Tables } from '../rows.ts'
import type { IndexName } from '../tables.ts'
import type { PageQuery, Tx } from '../types.ts'
import { change, joinChanges } from './changes.ts'
import type { State } from './state.ts'

/** Writes straight into the state, which nobody else looks at meanwhile, and remembers how to undo it. */
export class Transaction implements Tx {
  readonly #state: State
  readonly #undo: (() => void)[] = []
  readonly #touched = new Map<TableName, Set<string>>()
  readonly #counters = new Set<string>()
  #cleared = false
  #over = false

  constructor(state: State) {
    this.#state = state
  }

  async get<T extends TableName>(table: T, id: string): Promise<Tables[T] | undefined> {
    return this.#table(table).get(id)
  }

  async find<T extends TableName>(table: T, index: IndexName<T>, key: string): Promise<Tables[T][]> {
    return this.#table(table).find(index, key)
  }

  async page<T extends TableName>(
    table: T,
    query: PageQuery<T>,
  ): Promise<{ rows: Tables[T][]; more: boolean }> {
    return this.#table(table).page(query)
  }

  async insert<T extends TableName>(table: T, row: Tables[T]): Promise<void> {
    if (!this.#table(table).isFree(row))
      throw new Error(`${table} ${row.id} exists already, or its order does.`)
    this.#put(table, row)
  }

  async update<T extends TableName>(table: T, row: Tables[T]): Promise<void> {
    const rows = this.#table(table)
    const before = rows.get(row.id)
    if (before === undefined) throw new Error(`${table} ${row.id} does not exist.`)
    if (rows.orderOf(before) !== rows.orderOf(row))
      throw new Error(`${table} ${row.id}: its order is for ever.`)
    this.#put(table, row)
  }

  async remove(table: TableName, id: string): Promise<void> {
    this.#remove(table, id)
  }

  async count<T extends TableName>(table: T, index: IndexName<T>, key: string): Promise<number> {
    return this.#table(table).count(index, key)
  }

  async claimDue<T extends TableName>(
    table: T,
    now: Instant,
    limit: number,
    queue?: string,
  ): Promise<Tables[T][]> {
    return this.#table(table).dueBy(now, limit, queue)
  }

  async nextDue(table: TableName, queue?: string): Promise<Instant | null> {
    return this.#table(table).nextDue(queue)
  }

  async dueQueues(table: TableName, now: Instant, limit: number): Promise<string[]> {
    return this.#table(table).dueQueues(now, limit)
  }

  async hold(): Promise<boolean> {
    this.#inUse()
    return true
  }

  async next(counter: string): Promise<number> {
    const value = (this.#state.counters.get(counter) ?? 0) + 1
    await this.setCounter(counter, value)
    return value
  }

  async counters(): Promise<ReadonlyMap<string, number>> {
    this.#inUse()
    return new Map(this.#state.counters)
  }

  async setCounter(counter: string, value: number): Promise<void> {
    this.#inUse()
    const { counters } = this.#state
    const before = counters.get(counter) ?? 0
    counters.set(counter, value)
    this.#undo.push(() => this.#state.counters.set(counter, before))
    this.#counters.add(counter)
  }

  async clear(): Promise<void> {
    this.#inUse()
    const { tables, counters } = this.#state
    this.#undo.push(() => {
      this.#state.tables = tables
      this.#state.counters = counters
    })
    this.#state.clear()
    this.#counters.clear()
    this.#cleared = true
  }

  /** No more calls: what was forgotten to be awaited would land in somebody else's transaction. */
  end(): void {
    this.#over = true
  }

  undo(): void {
    for (const step of this.#undo.toReversed()) step()
    for (const [table, ids] of this.#touched) for (const id of ids) this.#state.tables[table].settle(id)
  }

  /** Puts what it wrote to rest; answers with its changes as a line of the journal, null when there are none. */
  settle(): string | null {
    if (this.#undo.length === 0) return null
    const changes = this.#cleared ? [change.clear()] : []
    for (const [table, ids] of this.#touched) {
      for (const id of ids) changes.push(this.#settled(table, id))
    }
    for (const name of this.#counters) changes.push(change.counter(name, this.#state.counters.get(name) ?? 0))
    return joinChanges(changes)
  }

  #settled(table: TableName, id: string): string {
    const text = this.#state.tables[table].settle(id)
    return text === null ? change.remove(table, id) : change.put(table, text)
  }

  #put<T extends TableName>(table: T, row: Tables[T]): void {
    const rows = this.#table(table)
    const before = rows.put(row)
    this.#undo.push(() => (before === undefined ? rows.remove(row.id) : rows.put(before)))
    this.#touch(table, row.id)
  }

  #remove<T extends TableName>(table: T, id: string): void {
    const rows = this.#table(table)
    const before = rows.remove(id)
    if (before === undefined) return
    this.#undo.push(() => rows.put(before))
    this.#touch(table, id)
  }

  #touch(table: TableName, id: string): void {
    const ids = this.#touched.get(table)
    if (ids === undefined) this.#touched.set(table, new Set([id]))
    else ids.add(id)
  }

  #table<T extends TableName>(table: T) {
    this.#inUse()
    return this.#state.tables[table]
  }

  #inUse(): void {
    if (this.#over) throw new Error('The transaction is over.')
  }
}
