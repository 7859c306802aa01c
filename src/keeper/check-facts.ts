import { evidenceHash, genesisHash } from '../core/evidence-hash.ts'
import type { AuditRow, EvidenceRow, EventRow, TableName, Tables, UserRow } from '../store/rows.ts'
import { auditStart, followChain, type AuditHead } from '../core/audit.ts'
import type { Problems } from './problems.ts'

/** Each person's evidence is a chain that nobody touched, from its first entry to the one the person's row names. */
export class EvidenceCheck {
  readonly #problems: Problems
  readonly #users = new Map<string, { readonly head: string; readonly erased: boolean; reached: string }>()
  readonly #broken = new Set<string>()

  constructor(problems: Problems) {
    this.#problems = problems
  }

  see<T extends TableName>(table: T, row: Tables[T]): void {
    if (is(table, 'users', row)) this.#user(row)
    if (is(table, 'evidence', row)) this.#entry(row)
  }

  end(): void {
    for (const [id, { head, reached }] of this.#users) {
      if (head !== reached && !this.#broken.has(id))
        this.#problems.add(`evidence of ${id}: its newest entries are missing.`)
    }
  }

  #user({ id, evidence_head: head, status }: UserRow): void {
    this.#users.set(id, { head, erased: status === 'erased', reached: genesisHash })
  }

  #entry(row: EvidenceRow): void {
    const user = this.#users.get(row.user_id)
    if (user === undefined)
      return this.#problems.add(`evidence ${row.id}: its user ${row.user_id} is missing.`)
    if (row.prev_hash !== user.reached) this.#break(row, 'does not follow the entry before it')
    else if (!user.erased && row.hash !== evidenceHash(row.prev_hash, row)) this.#break(row, 'was altered')
    user.reached = row.hash
  }

  #break({ id, user_id }: EvidenceRow, what: string): void {
    if (!this.#broken.has(user_id)) this.#problems.add(`evidence ${id} of ${user_id} ${what}.`)
    this.#broken.add(user_id)
  }
}

interface Reference {
  readonly to: TableName
  /** What it is called in a sentence. */
  readonly field: string
  readonly id: string
}

/** Tables that others name rows of; each stands before those that do. */
const named: ReadonlySet<TableName> = new Set([
  'users',
  'evidence',
  'invites',
  'events',
  'deliveries',
  'keys',
])

/** What a row names is there. */
export class ReferenceCheck {
  readonly #problems: Problems
  readonly #ids = new Map<TableName, Set<string>>()

  constructor(problems: Problems) {
    this.#problems = problems
  }

  see<T extends TableName>(table: T, row: Tables[T]): void {
    if (named.has(table)) this.#idsOf(table).add(row.id)
    for (const { to, field, id } of referencesOf(table, row)) {
      if (!this.#idsOf(to).has(id)) this.#problems.add(`${table} ${row.id}: its ${field} ${id} is missing.`)
    }
  }

  end(): void {}

  #idsOf(table: TableName): Set<string> {
    const known = this.#ids.get(table) ?? new Set<string>()
    this.#ids.set(table, known)
    return known
  }
}

function referencesOf<T extends TableName>(table: T, row: Tables[T]): readonly Reference[] {
  if (is(table, 'results', row)) {
    return [
      { to: 'invites', field: 'invite', id: row.invite_id },
      { to: 'evidence', field: 'evidence', id: row.evidence_id },
    ]
  }
  if (is(table, 'deliveries', row)) return [{ to: 'events', field: 'event', id: row.event_id }]
  if (is(table, 'attempts', row)) return [{ to: 'deliveries', field: 'delivery', id: row.delivery_id }]
  if (is(table, 'mails', row)) return [{ to: 'invites', field: 'invite', id: row.invite_id }]
  if (is(table, 'decays', row)) return [{ to: 'users', field: 'user', id: row.user_id }]
  if (is(table, 'sessions', row)) return [{ to: 'keys', field: 'key', id: row.key_id }]
  return []
}

/** The audit log is a chain from its first row on. */
export class AuditCheck {
  readonly #problems: Problems
  #head: AuditHead | null = auditStart

  constructor(problems: Problems) {
    this.#problems = problems
  }

  see<T extends TableName>(table: T, row: Tables[T]): void {
    if (is(table, 'audit', row)) this.#follow(row)
  }

  end(): void {}

  /** Behind a break nothing can be said. */
  #follow(row: AuditRow): void {
    if (this.#head === null) return
    const next = followChain(this.#head, [row])
    const broken = 'reason' in next
    if (broken) this.#problems.add(`audit ${next.row}: ${next.reason}.`)
    this.#head = broken ? null : next
  }
}

/** No number that was given is given again. */
export class CounterCheck {
  readonly #problems: Problems
  #highest = 0

  constructor(problems: Problems) {
    this.#problems = problems
  }

  see<T extends TableName>(table: T, row: Tables[T]): void {
    if (is(table, 'events', row)) this.#highest = Math.max(this.#highest, sequenceOf(row))
  }

  end(counters: ReadonlyMap<string, number>): void {
    const counter = counters.get('events') ?? 0
    if (counter < this.#highest) {
      this.#problems.add(
        `The counter of events stands at ${counter}, below the sequence ${this.#highest} of an event.`,
      )
    }
  }
}

function sequenceOf({ body }: EventRow): number {
  const event: unknown = JSON.parse(body)
  const sequence: unknown = typeof event === 'object' && event !== null ? Reflect.get(event, 'sequence') : 0
  return typeof sequence === 'number' ? sequence : 0
}

function is<N extends TableName>(table: TableName, name: N, _row: Tables[TableName]): _row is Tables[N] {
  return table === name
}
