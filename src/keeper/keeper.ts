import type { OpenedStore } from '../runtime/store-at.ts'
import type { AuditRow, TableName } from '../store/rows.ts'
import { newestAudit, verifyAudit, type AuditVerdict, type Read } from '../operations/audit-log.ts'
import { bootstrapKey, type MadeKey } from './bootstrap.ts'
import type { Changes } from './digest.ts'
import { refuseUnfinished } from './unfinished.ts'

export type { AuditVerdict } from '../operations/audit-log.ts'

export interface Compacted {
  /** What was done, in words. */
  readonly what: string
  /** Bytes on disk. */
  readonly before: number
  readonly after: number
}

/** What the operator's commands do to a store, by whichever process has it open. */
export interface Keeper {
  /** The store in words, free of secrets. */
  readonly label: string
  /** About how many rows there are; null: nobody can tell without reading them all. */
  rows(): Promise<number | null>
  /** Tables and counters at one durable state, while requests go on. @throws StoreOpenError when it is half of a store */
  changes(tables?: readonly TableName[]): Changes
  compact(): Promise<Compacted>
  /** A new admin key. */
  bootstrap(name: string): Promise<MadeKey>
  /** The newest rows of the audit log. */
  audit(limit: number): Promise<readonly AuditRow[]>
  verifyAudit(head: string | undefined): Promise<AuditVerdict>
}

/** The keeper of a store that is open in this process. */
export function storeKeeper(opened: OpenedStore, now: () => number): Keeper {
  const { store, label } = opened
  const read = store.read.bind(store)
  return {
    label,
    rows: () => opened.rows(),
    changes: (tables) => wholeChanges(opened, tables),
    compact: () => opened.compact(),
    bootstrap: (name) => bootstrapKey(store, name, now()),
    audit: (limit) => newestRows(read, limit),
    verifyAudit: (head) => verifyAudit(read, { head }),
  }
}

async function* wholeChanges(opened: OpenedStore, tables: readonly TableName[] | undefined) {
  await refuseUnfinished(opened.store)
  yield* opened.changes(tables)
}

async function newestRows(read: Read, limit: number): Promise<readonly AuditRow[]> {
  const found: AuditRow[] = []
  for await (const rows of newestAudit(read)) {
    found.push(...rows)
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}
