import type { TableName } from '../rows.ts'
import type { Rows, Value } from './connection.ts'
import { sqlTable } from './layout.ts'
import type { Session } from './session.ts'
import { statementsOf } from './statements.ts'

/** Tables in which one looks for an id in order to put it there, all the time; order and id are one in them. */
const reserving: ReadonlySet<TableName> = new Set(['idempotency'])

/**
 * To look for a row that is not there is to watch the whole page of the index where it would be: everybody who puts
 * another row there collides with everybody who looked. Here the look puts the row there itself, empty: who looks
 * for the same one waits, and nobody else is touched.
 */
export class Reservations {
  readonly #session: Session
  readonly #open = new Map<TableName, Set<string>>()

  constructor(session: Session) {
    this.#session = session
  }

  serves(table: TableName): boolean {
    return reserving.has(table)
  }

  async look(table: TableName, id: string): Promise<Rows> {
    if (this.#of(table).has(id)) return []
    const made = await this.#session.ask(
      `insert into ${sqlTable(table)} (id, ord, data) values ($1, $1, '') on conflict (id) do nothing returning 1`,
      [id],
    )
    if (made.length === 0) return this.#session.ask(statementsOf(table).get, [id])
    this.#of(table).add(id)
    return []
  }

  /** Whether the row to insert has its place already. */
  take(table: TableName, id: Value | undefined): boolean {
    return typeof id === 'string' && this.#of(table).delete(id)
  }

  /** What was only looked for goes, before anybody sees it: of one table, or of all. */
  async giveUp(only?: TableName): Promise<void> {
    for (const [table, ids] of this.#open) {
      if (only !== undefined && only !== table) continue
      for (const id of ids) await this.#session.tell(statementsOf(table).remove, [id])
      ids.clear()
    }
  }

  #of(table: TableName): Set<string> {
    const ids = this.#open.get(table) ?? new Set()
    this.#open.set(table, ids)
    return ids
  }
}
