import { auditStart, chained, headOf, type AuditFacts, type AuditHead } from '../core/audit.ts'
import { redactJson, redactText } from '../core/redact.ts'
import type { Tx } from '../store/types.ts'

/** What was asked for, and by whom; `given` is the validated input of the operation. */
export interface Deed extends Omit<AuditFacts, 'details'> {
  /** Fields of the input that are written down as they are. */
  readonly fields: readonly string[]
  readonly given: Readonly<Record<string, unknown>>
}

/** Done without a request: on the machine itself, or by the service alone. */
export interface OwnDeed extends Pick<AuditFacts, 'at' | 'action' | 'subject'> {
  readonly actor: 'operator' | 'service'
  /** Free of secrets and of what people call themselves: nothing in the log is ever removed. */
  readonly details?: AuditFacts['details']
}

/** Adds a row to the audit log, in the transaction of the effect that it tells of: both become durable or neither. */
export async function appendAudit(tx: Tx, { fields, given, ...facts }: Deed): Promise<void> {
  await append(tx, { ...facts, details: detailsOf(given, fields) })
}

export async function auditedAlone(tx: Tx, { details = {}, ...deed }: OwnDeed): Promise<void> {
  await append(tx, { ...deed, request_id: null, address: null, details })
}

async function append(tx: Tx, facts: AuditFacts): Promise<void> {
  await tx.insert('audit', chained(await newest(tx), facts))
}

async function newest(tx: Tx): Promise<AuditHead> {
  const [row] = (await tx.page('audit', { limit: 1 })).rows
  return row === undefined ? auditStart : headOf(row)
}

const kept = '(given)'

/**
 * Rows are never changed, not even by an erase, so they must never hold what a person could ask to be forgotten: a
 * field that is not listed only shows that it was given. The id of what was changed stands in `subject`.
 */
function detailsOf(given: Deed['given'], fields: readonly string[]): Record<string, unknown> {
  const asked = Object.entries(given).filter(([name, value]) => name !== 'id' && value !== undefined)
  const told = asked.map(([name, value]) => [name, fields.includes(name) ? detail(value) : kept])
  return Object.fromEntries(told)
}

function detail(value: unknown): unknown {
  return typeof value === 'string' ? redactText(withoutQuery(value)) : redactJson(value)
}

/** Of a URL its place: receivers put tokens, and people's addresses, into the query. */
function withoutQuery(text: string): string {
  return /^https?:/i.test(text) ? text.replace(/[?#].*$/s, '') : text
}
