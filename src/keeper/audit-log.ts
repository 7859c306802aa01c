import type { AuditRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'

/** One durable state of a store, as `Store.read` hands it out. */
export type Read = <A>(work: (tx: ReadTx) => Promise<A>) => Promise<A>

export interface AuditHead {
  /** Rows so far. */
  readonly rows: number
  /** `hash` of the newest row. */
  readonly hash: string
}

export interface AuditBreak {
  readonly row: string
  readonly reason: 'altered' | 'missing' | 'reordered'
}

export type AuditVerdict =
  | { readonly ok: true; readonly rows: number; readonly head: string }
  | ({ readonly ok: false } & AuditBreak)
  /** The chain is whole, and the hash that was to be in it is not. */
  | { readonly ok: false; readonly row: null; readonly reason: 'head'; readonly rows: number }

/** What this folder needs of the rules of the audit log. */
export interface AuditLog {
  readonly auditStart: AuditHead
  followChain(from: AuditHead, rows: readonly AuditRow[]): AuditHead | AuditBreak
  auditedAlone(tx: Tx, deed: OperatorDeed): Promise<void>
  newestAudit(read: Read): AsyncIterable<readonly AuditRow[]>
  verifyAudit(read: Read, wish: { readonly head?: string | undefined }): Promise<AuditVerdict>
}

export interface OperatorDeed {
  readonly at: string
  readonly action: string
  readonly actor: 'operator'
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

/** null: nothing in this build writes an audit log, and nothing reads one. */
export function auditLog(): AuditLog | null {
  return null
}
