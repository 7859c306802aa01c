import { ApiError } from '../core/error.ts'
import { iso, ms } from '../core/instant.ts'
import { ulidFloor } from '../core/ids.ts'
import type { EventPayload, EventType } from '../contract/events.ts'
import type { EventRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { listPage } from './paging.ts'

/**
 * Writes an event in the transaction of the change it tells of. The body is serialised here, once:
 * these bytes are what the API shows and what webhooks sign and send.
 */
export async function emit<T extends EventType>(
  tx: Tx,
  call: Call,
  event: T,
  fields: EventPayload<T>,
  occurredAt: string = iso(call.now),
): Promise<void> {
  const id = call.newId('evt')
  const created_at = iso(call.now)
  const sequence = await tx.next('events')
  const body = JSON.stringify({
    id,
    event,
    created_at,
    occurred_at: occurredAt,
    sequence,
    api_version: 'v1',
    mode: call.mode,
    ...fields,
  })
  const subject: { user_id?: unknown; invite_id?: unknown } = fields
  await tx.insert('events', {
    id,
    event,
    user_id: text(subject.user_id),
    invite_id: text(subject.invite_id),
    created_at,
    body,
  })
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export const list: Op<'events', 'list'> = async (tx, input, call) =>
  await listPage(tx, call, input, {
    table: 'events',
    where: { type: input.type, user_id: input.user_id, invite_id: input.invite_id },
    from: input.since === undefined ? undefined : `evt_${ulidFloor(ms(input.since))}`,
    view,
  })

export const get: Op<'events', 'get'> = async (tx, { id }) => {
  const row = await tx.get('events', id)
  if (row === undefined) throw new ApiError('EVENT_NOT_FOUND', `There is no event ${id}.`, { param: 'id' })
  return view(row)
}

function view(row: EventRow) {
  return JSON.parse(row.body)
}
