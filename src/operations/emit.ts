import type { EventPayload, EventType } from '../contract/events.ts'
import { iso } from '../core/instant.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { writeEvent } from './event-rows.ts'
import { fanOut } from './event-sending.ts'

/** Tells of a change in the transaction of the change: the event, and one delivery per subscribed endpoint. */
export async function emit<T extends EventType>(
  tx: Tx,
  call: Call,
  event: T,
  fields: EventPayload<T>,
  occurredAt: string = iso(call.now),
): Promise<void> {
  const row = await writeEvent(tx, call, event, fields, occurredAt)
  await fanOut(tx, call, row)
  call.after(() => call.host.published(row))
}
