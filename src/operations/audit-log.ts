import { auditId, auditStart, followChain, type AuditBreak, type AuditHead } from '../core/audit.ts'
import type { AuditRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'

/** One durable state of a store, as `Store.read` hands it out. */
export type Read = <A>(work: (tx: ReadTx) => Promise<A>) => Promise<A>

export type AuditVerdict =
  | { readonly ok: true; readonly rows: number; readonly head: string }
  | ({ readonly ok: false } & AuditBreak)
  /** The chain is whole, and the hash that was to be in it is not: its end was cut off, or all of it replaced. */
  | { readonly ok: false; readonly row: null; readonly reason: 'head'; readonly rows: number }

export interface AuditWish {
  /** A `head` from an earlier time. Nothing inside of a chain can tell that its newest rows are gone. */
  readonly head?: string | undefined
}

const slice = 500

/** Checks the audit log from its first row on. Slice by slice: it may be long, and the service answers meanwhile. */
export async function verifyAudit(read: Read, wish: AuditWish = {}): Promise<AuditVerdict> {
  let head = auditStart
  let found = wish.head === undefined || wish.head === head.hash
  for (let more = true; more;) {
    const page = await read((tx) => tx.page('audit', after(head)))
    const next = followChain(head, page.rows)
    if ('reason' in next) return { ok: false, ...next }
    found ||= page.rows.some((row) => row.hash === wish.head)
    head = next
    more = page.more
  }
  if (!found) return { ok: false, row: null, reason: 'head', rows: head.rows }
  return { ok: true, rows: head.rows, head: head.hash }
}

function after({ rows }: AuditHead) {
  const oldest = { direction: 'oldest' as const, limit: slice }
  return rows === 0 ? oldest : { ...oldest, after: auditId(rows) }
}

export interface AuditFilter {
  readonly action?: string
  readonly actor?: string
  readonly subject?: string
}

/** The audit log, newest first, in slices: take only what is needed. */
export async function* newestAudit(read: Read, where: AuditFilter = {}): AsyncGenerator<readonly AuditRow[]> {
  let before: string | undefined
  for (let more = true; more;) {
    const page = await read((tx) =>
      tx.page('audit', { where, limit: slice, ...(before !== undefined && { before }) }),
    )
    if (page.rows.length > 0) yield page.rows
    before = page.rows.at(-1)?.id
    more = page.more
  }
}
