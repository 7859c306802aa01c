import type { Row } from '../contract/index.ts'
import { iso } from '../core/instant.ts'
import { appendAudit } from '../operations/audit.ts'
import type { Tx } from '../store/types.ts'
import { ipOf, type Exchange } from './exchange.ts'

export interface Done {
  readonly row: Row
  readonly exchange: Exchange
  readonly input: unknown
}

/** The last step of an operation that has to be accounted for; `answered` is what it answers. */
export async function audit(tx: Tx, { row, exchange, input }: Done, answered: unknown): Promise<void> {
  const { audited } = row.route
  if (audited === undefined) return
  await appendAudit(tx, {
    at: iso(exchange.at),
    action: row.name,
    actor: exchange.key?.id ?? 'service',
    subject: idOf(answered),
    request_id: exchange.id,
    address: ipOf(exchange),
    fields: audited,
    given: members(input),
  })
}

function idOf(answered: unknown): string | null {
  const { id } = members(answered)
  return typeof id === 'string' ? id : null
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
