import type { Instant, TableName, Tables } from '../rows.ts'
import type { IndexName } from '../tables.ts'
import type { PageQuery, Tx } from '../types.ts'
import type { Rows, Value } from './connection.ts'
import type { Counters } from './counters.ts'
import { restored, stored } from './keys.ts'
import { layouts, sqlTable, tableNames } from './layout.ts'
import { countStatement, findStatement, pageStatement } from './listing.ts'
import { lockNumber } from './locks.ts'
import { Reservations } from './reservations.ts'
import type { Session } from './session.ts'
import { statementsOf } from './statements.ts'

export interface Surroundings {
  readonly counters: Counters
  readonly schema: string
}

/** The statements behind each call. Writes do not wait for their answers: what they met is known at the end. */
export class Transaction implements Tx {
  readonly #session: Session
  readonly #counters: Counters
  readonly #schema: string
  readonly #reservations: Reservations | null
  #over = false
  #wrote = false

  constructor(session: Session, mode: 'read' | 'write', { counters, schema }: Surroundings) {
    this.#session = session
    this.#reservations = mode === 'write' ? new Reservations(session) : null
    this.#counters = counters
    this.#schema = schema
  }

  get wrote(): boolean {
    return this.#wrote
  }

  async get<T extends TableName>(table: T, id: string): Promise<Tables[T] | undefined> {
    this.#inUse()
    const rows =
      this.#reservations?.serves(table) === true
        ? await this.#reservations.look(table, stored(id))
        : await this.#ask(statementsOf(table).get, [stored(id)])
    return parsed<T>(rows)[0]
  }

  async find<T extends TableName>(table: T, index: IndexName<T>, key: string): Promise<Tables[T][]> {
    await this.#settleAround(table)
    const { text, values, sorted } = findStatement(table, index, key)
    const rows = parsed<T>(await this.#ask(text, values))
    if (sorted) return rows
    const layout = layouts[table]
    return rows.toSorted((a, b) => (layout.orderOf(a) < layout.orderOf(b) ? -1 : 1))
  }

  async page<T extends TableName>(
    table: T,
    query: PageQuery<T>,
  ): Promise<{ rows: Tables[T][]; more: boolean }> {
    await this.#settleAround(table)
    const { text, values } = pageStatement(table, query)
    const rows = parsed<T>(await this.#ask(text, values))
    return { rows: rows.slice(0, query.limit), more: rows.length > query.limit }
  }

  async insert<T extends TableName>(table: T, row: Tables[T]): Promise<void> {
    const { insert, update } = statementsOf(table)
    const values = layouts[table].values(row)
    const reserved = this.#reservations?.take(table, values[0]) === true
    await this.#tell(reserved ? update : insert, values, `${table} ${row.id}`)
  }

  async update<T extends TableName>(table: T, row: Tables[T]): Promise<void> {
    await this.#settleAround(table)
    await this.#tell(statementsOf(table).update, layouts[table].values(row), `${table} ${row.id}`)
  }

  async remove(table: TableName, id: string): Promise<void> {
    await this.#settleAround(table)
    await this.#tell(statementsOf(table).remove, [stored(id)])
  }

  async count<T extends TableName>(table: T, index: IndexName<T>, key: string): Promise<number> {
    await this.#settleAround(table)
    const { text, values } = countStatement(table, index, key)
    const [row] = await this.#ask(text, values)
    return Number(row?.['count'])
  }

  async claimDue<T extends TableName>(
    table: T,
    now: Instant,
    limit: number,
    queue = '',
  ): Promise<Tables[T][]> {
    const { hasDue, hasQueues } = layouts[table]
    if (!hasDue) return []
    await this.#settleAround(table)
    const values = hasQueues ? [now, limit, stored(queue)] : [now, limit]
    return parsed<T>(await this.#ask(statementsOf(table).claim, values))
  }

  async nextDue(table: TableName, queue?: string): Promise<Instant | null> {
    const { hasDue, hasQueues } = layouts[table]
    if (!hasDue) return null
    await this.#settleAround(table)
    const { next, nextOfQueue } = statementsOf(table)
    const ofQueue = hasQueues && queue !== undefined
    const [row] = await (ofQueue ? this.#ask(nextOfQueue, [stored(queue)]) : this.#ask(next))
    const due = row?.['due']
    return typeof due === 'string' ? due : null
  }

  async dueQueues(table: TableName, now: Instant, limit: number): Promise<string[]> {
    if (!layouts[table].hasDue) return []
    const rows = await this.#ask(statementsOf(table).dueQueues, [now, limit])
    return rows.map(({ queue }) => restored(String(queue)))
  }

  async hold(name: string): Promise<boolean> {
    const [row] = await this.#ask('select pg_try_advisory_xact_lock($1) as held', [
      lockNumber(this.#schema, name),
    ])
    return row?.['held'] === true
  }

  async next(counter: string): Promise<number> {
    this.#inUse()
    this.#wrote = true
    return this.#counters.next(this.#session, counter)
  }

  async counters(): Promise<ReadonlyMap<string, number>> {
    this.#inUse()
    return this.#counters.all(this.#session)
  }

  async setCounter(counter: string, value: number): Promise<void> {
    this.#inUse()
    this.#wrote = true
    await this.#counters.set(this.#session, counter, value)
  }

  /** Row by row: emptied whole, a table would be empty for those too who look at an earlier state. */
  async clear(): Promise<void> {
    this.#inUse()
    await this.#reservations?.giveUp()
    await this.#tell("set local statement_timeout = '60s'")
    for (const table of tableNames) await this.#tell(`delete from ${sqlTable(table)}`)
    await this.#counters.clear(this.#session)
  }

  /** Leaves nothing behind that is nobody's. */
  async settle(): Promise<void> {
    await this.#reservations?.giveUp()
  }

  /** No more calls: what was forgotten to be awaited would land in somebody else's transaction. */
  end(): void {
    this.#over = true
  }

  /** Whatever else is done with a table must not meet what is only reserved in it. */
  async #settleAround(table: TableName): Promise<void> {
    this.#inUse()
    await this.#reservations?.giveUp(table)
  }

  async #ask(text: string, values?: readonly Value[]): Promise<Rows> {
    this.#inUse()
    return this.#session.ask(text, values)
  }

  async #tell(text: string, values?: readonly Value[], about?: string): Promise<void> {
    this.#inUse()
    this.#wrote = true
    await this.#session.tell(text, values, about)
  }

  #inUse(): void {
    if (this.#over) throw new Error('The transaction is over.')
  }
}

/** Beyond its id a row is taken as it is: it is what was put in. */
function parsed<T extends TableName>(rows: Rows): Tables[T][] {
  return rows.map(({ data }) => {
    const row: unknown = JSON.parse(String(data))
    if (isRow<T>(row)) return row
    throw new SyntaxError('A row is an object with an id.')
  })
}

function isRow<T extends TableName>(value: unknown): value is Tables[T] {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}
