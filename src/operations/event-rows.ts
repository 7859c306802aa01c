import { ApiError } from '../core/error.ts'
import { instantOfId } from '../core/ids.ts'
import { iso, ms } from '../core/instant.ts'
import type { EventPayload, EventType } from '../contract/events.ts'
import type { EventRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call } from './call.ts'

/** How long events can be read, milliseconds. */
const keptMs = 30 * 86_400_000

/** Writes an event for nobody in particular. The body is serialised here, once: these bytes are signed and sent. */
export async function writeEvent<T extends EventType>(
  tx: Tx,
  call: Call,
  event: T,
  fields: EventPayload<T>,
  occurredAt: string = iso(call.now),
): Promise<EventRow> {
  const id = call.newId('evt')
  const created_at = iso(call.now)
  const sequence = await tx.next('events')
  const envelope = {
    id,
    event,
    created_at,
    occurred_at: occurredAt,
    sequence,
    api_version: 'v1',
    mode: call.mode,
  }
  const subject: { user_id?: unknown; invite_id?: unknown } = fields
  const row: EventRow = {
    id,
    event,
    user_id: text(subject.user_id),
    invite_id: text(subject.invite_id),
    created_at,
    body: JSON.stringify({ ...envelope, ...fields }),
  }
  await tx.insert('events', row)
  return row
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** @throws ApiError EVENT_NOT_FOUND, EVENT_EXPIRED */
export async function findEvent(tx: ReadTx, id: string, call: Call): Promise<EventRow> {
  const row = await tx.get('events', id)
  const made = row === undefined ? instantOfId(id) : ms(row.created_at)
  const expired = id.startsWith('evt_') && made !== null && made < call.now - keptMs
  if (row !== undefined && !expired) return row
  if (expired) {
    throw new ApiError(
      'EVENT_EXPIRED',
      `Event ${id} is past its 30 days. What it told of can still be read.`,
      {
        param: 'id',
      },
    )
  }
  throw new ApiError('EVENT_NOT_FOUND', `There is no event ${id}. List them: GET /v1/events.`, {
    param: 'id',
  })
}

export function eventView(row: EventRow) {
  return JSON.parse(row.body)
}
