import type { TableName, Tables } from '../store/rows.ts'
import { orderOf, parseChange, rowOf, tableNames, UnknownChange } from './change-line.ts'
import { AuditCheck, CounterCheck, EvidenceCheck, ReferenceCheck } from './check-facts.ts'
import type { Changes } from './digest.ts'
import { Problems } from './problems.ts'

export interface Checked {
  readonly tables: readonly { readonly table: TableName; readonly rows: number }[]
  readonly problem_count: number
  /** The first hundred, in words. */
  readonly problems: readonly string[]
}

/** Something that must hold of all rows together. */
export interface Fact {
  see<T extends TableName>(table: T, row: Tables[T]): void
  /** After the last row. */
  end(counters: ReadonlyMap<string, number>): void
}

/** Reads everything at one state, table after table, and says what does not hold. */
export async function check(changes: Changes, onRows: (count: number) => void): Promise<Checked> {
  const problems = new Problems()
  const facts = [EvidenceCheck, ReferenceCheck, AuditCheck, CounterCheck].map((Check) => new Check(problems))
  const rows = new RowCheck(problems, facts)
  const counters = new Map<string, number>()
  for await (const lines of changes) {
    for (const line of lines) rows.read(line, counters)
    onRows(lines.length)
  }
  for (const fact of facts) fact.end(counters)
  return {
    tables: tableNames.map((table) => ({ table, rows: rows.counts.get(table) ?? 0 })),
    problem_count: problems.count,
    problems: problems.first,
  }
}

/** Each row can be read, has an id of its own, and stands in its place. */
class RowCheck {
  readonly counts = new Map<TableName, number>()
  readonly #problems: Problems
  readonly #facts: readonly Fact[]
  /** Of the tables whose order is not the id. */
  readonly #ids = new Set<string>()
  #last: { readonly table: TableName; readonly order: string } | null = null

  constructor(problems: Problems, facts: readonly Fact[]) {
    this.#problems = problems
    this.#facts = facts
  }

  read(line: string, counters: Map<string, number>): void {
    try {
      const change = parseChange(line)
      if (change.kind === 'counter') counters.set(change.name, change.value)
      else this.#row(change.table, rowOf(change.table, change.json))
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof UnknownChange || error instanceof TypeError))
        throw error
      this.#problems.add(`A row cannot be read: ${error.message}`)
    }
  }

  #row<T extends TableName>(table: T, row: Tables[T]): void {
    this.counts.set(table, (this.counts.get(table) ?? 0) + 1)
    const order = orderOf(table, row)
    if (this.#last?.table === table && this.#last.order >= order) {
      this.#problems.add(
        `${table} ${row.id}: its place in the list is not its own, or not after the row before it.`,
      )
    }
    this.#last = { table, order }
    if (order !== row.id) this.#unique(`${table} ${row.id}`)
    for (const fact of this.#facts) fact.see(table, row)
  }

  #unique(name: string): void {
    if (this.#ids.has(name)) this.#problems.add(`${name} is there twice.`)
    this.#ids.add(name)
  }
}
