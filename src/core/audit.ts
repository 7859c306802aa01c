import { hash } from 'node:crypto'
import { canonicalJson } from './canonical.ts'

/** The audit log as a chain: each row holds the hash of the one before, so none can change or go unnoticed. */

/** What one row says, in the names of the row. */
export interface AuditFacts {
  readonly at: string
  readonly action: string
  readonly actor: string
  readonly subject: string | null
  readonly request_id: string | null
  readonly address: string | null
  readonly details: Readonly<Record<string, unknown>>
}

export interface Audited extends AuditFacts {
  /** Number in the chain, twelve digits. */
  readonly id: string
  readonly prev_hash: string
  readonly hash: string
}

/** Where a chain stands: what its newest row is followed by. */
export interface AuditHead {
  /** Rows so far. */
  readonly rows: number
  /** `hash` of the newest row. */
  readonly hash: string
}

export interface AuditBreak {
  /** Id of the first row that is not what was written; of the expected one when rows are missing. */
  readonly row: string
  /**
   * `altered`: what it says is not what was hashed. `missing`: the number before it is not there. `reordered`: it is
   * sound by itself and does not follow the row before it, which was replaced or comes from another chain.
   */
  readonly reason: 'altered' | 'missing' | 'reordered'
}

/** Before the first row. */
export const auditStart: AuditHead = { rows: 0, hash: '0'.repeat(64) }

/** The row that goes after a head. */
export function chained(head: AuditHead, facts: AuditFacts): Audited {
  const row = { ...said(facts), id: auditId(head.rows + 1), prev_hash: head.hash }
  return { ...row, hash: auditHash(row) }
}

/** The head that a row is. */
export function headOf(row: Audited): AuditHead {
  return { rows: Number(row.id), hash: row.hash }
}

/** Follows the rows, oldest first, from a head on: where the chain then stands, or the first row that breaks it. */
export function followChain(from: AuditHead, rows: readonly Audited[]): AuditHead | AuditBreak {
  let head = from
  for (const row of rows) {
    const reason = flawOf(head, row)
    if (reason !== null) return { row: reason === 'missing' ? auditId(head.rows + 1) : row.id, reason }
    head = headOf(row)
  }
  return head
}

function flawOf(head: AuditHead, row: Audited): AuditBreak['reason'] | null {
  if (row.id > auditId(head.rows + 1)) return 'missing'
  if (row.hash !== auditHash(row)) return 'altered'
  return row.id === auditId(head.rows + 1) && row.prev_hash === head.hash ? null : 'reordered'
}

function auditHash(row: Omit<Audited, 'hash'>): string {
  const { id, prev_hash } = row
  return hash('sha256', canonicalJson({ ...said(row), id, prev_hash }), 'hex')
}

/** Sorts as text like the number does. */
export function auditId(number: number): string {
  return String(number).padStart(12, '0')
}

/** Field by field, so that nothing else can come into a hash. */
function said({ at, action, actor, subject, request_id, address, details }: AuditFacts): AuditFacts {
  return { at, action, actor, subject, request_id, address, details }
}
