import type { Instant, TableName, Tables } from './rows.ts'
import type { IndexName } from './tables.ts'

export interface PageQuery<T extends TableName> {
  /** All must hold; each is a named index. */
  readonly where?: { readonly [I in IndexName<T>]?: string }
  /** Only rows whose order stands strictly before (older than) this one. */
  readonly before?: string
  /** Only rows whose order is at least this. */
  readonly from?: string
  readonly limit: number
  /** Default `newest`. With `oldest`, `after` takes the part of `before`. */
  readonly direction?: 'newest' | 'oldest'
  /** Only rows whose order stands strictly after this one. */
  readonly after?: string
}

/**
 * One transaction: everything that is read through it is one state, everything that is written
 * becomes visible and durable together or not at all. Rows are immutable: replaced, never mutated.
 */
export interface Tx {
  get<T extends TableName>(table: T, id: string): Promise<Tables[T] | undefined>
  /** Rows under one key of an index, oldest first. For keys that hold few rows; otherwise `page`. */
  find<T extends TableName>(table: T, index: IndexName<T>, key: string): Promise<Tables[T][]>
  /** A slice of a listing. Its cost depends on `limit`, never on what stands before it. */
  page<T extends TableName>(table: T, query: PageQuery<T>): Promise<{ rows: Tables[T][]; more: boolean }>
  /** Throws when the id is taken. */
  insert<T extends TableName>(table: T, row: Tables[T]): Promise<void>
  /** Replaces the row of the same id. Throws when there is none. */
  update<T extends TableName>(table: T, row: Tables[T]): Promise<void>
  remove(table: TableName, id: string): Promise<void>
  /** How many rows stand under one key of an index. Its cost does not depend on the answer. */
  count<T extends TableName>(table: T, index: IndexName<T>, key: string): Promise<number>
  /**
   * Rows whose due instant is at or before `now`, earliest first, locked until the transaction ends. In a
   * table with queues: of one queue.
   */
  claimDue<T extends TableName>(table: T, now: Instant, limit: number, queue?: string): Promise<Tables[T][]>
  /** The earliest due instant of a table, or of one of its queues. */
  nextDue(table: TableName, queue?: string): Promise<Instant | null>
  /** Queues of a table in which something is due, in any order. Its cost does not depend on how much. */
  dueQueues(table: TableName, now: Instant, limit: number): Promise<string[]>
  /**
   * Holds a name until the transaction ends. False: another transaction holds it, in this process or another.
   * Where transactions run one after another nobody ever does.
   */
  hold(name: string): Promise<boolean>
  /** Counts up from 1 by name; a rolled-back transaction may leave a gap. */
  next(counter: string): Promise<number>
  /** Where every counter stands, by name. */
  counters(): Promise<ReadonlyMap<string, number>>
  /** The number after which `next` goes on. */
  setCounter(counter: string, value: number): Promise<void>
  /** Empties every table and counter. */
  clear(): Promise<void>
}

export type ReadTx = Pick<Tx, 'get' | 'find' | 'page' | 'count' | 'nextDue' | 'dueQueues' | 'counters'>

export interface TransactOptions {
  /**
   * `rows`: two that write one row still exclude each other, but what was only read may change meanwhile. For work
   * whose decisions all stand in the rows that it writes. Without it transactions count as one after another.
   */
  readonly guard?: 'rows'
}

export interface Store {
  /**
   * Runs `work` in one transaction; resolves when its writes are durable. When `work` throws, nothing
   * was written. It may run more than once, so it must not act on the world outside.
   * @throws StorageError when the medium refused; nothing was written then.
   */
  transact<A>(work: (tx: Tx) => Promise<A>, options?: TransactOptions): Promise<A>
  /**
   * Runs `work` on one durable state: what it sees can no longer be lost. `one`: it makes a single call, for which a
   * database needs no transaction. `all`: it reads everything, and may stop over it for as long as its reader does.
   */
  read<A>(work: (tx: ReadTx) => Promise<A>, calls?: 'one' | 'many' | 'all'): Promise<A>
  /** False while the medium refuses writes; true again as soon as one went through. */
  writable(): boolean
  /** Waits for what is under way, then lets go of the medium. */
  close(): Promise<void>
}

export { StorageError, StoreOpenError } from './store-error.ts'
