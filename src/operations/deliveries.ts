import { deliveryHeaders } from '../core/delivery-headers.ts'
import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import { traceText } from '../core/trace.ts'
import type { AttemptRow, DeliveryRow, EventRow, WebhookRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { listPage } from './paging.ts'

/** A new delivery of an event to an endpoint; a disabled one holds it back until somebody decides. */
export async function queueDelivery(
  tx: Tx,
  call: Call,
  event: Pick<EventRow, 'id' | 'event'>,
  webhook: Pick<WebhookRow, 'id' | 'status'>,
): Promise<DeliveryRow> {
  const now = iso(call.now)
  const held = webhook.status === 'disabled'
  const delivery: DeliveryRow = {
    id: call.newId('dlv'),
    event_id: event.id,
    event_type: event.event,
    webhook_id: webhook.id,
    status: held ? 'held' : 'pending',
    attempt_count: 0,
    schedule_from: 0,
    created_at: now,
    first_attempt_at: null,
    next_attempt_at: held ? null : now,
    deadline_at: null,
    completed_at: null,
    last_outcome: null,
    lease_until: null,
    ...(call.trace && { trace: traceText(call.trace) }),
  }
  await tx.insert('deliveries', delivery)
  if (!held) call.after(() => call.host.nudge(webhook.id))
  return delivery
}

/** The same delivery once more, from the start of its schedule. */
export async function requeue(tx: Tx, call: Call, delivery: DeliveryRow): Promise<DeliveryRow> {
  const again: DeliveryRow = {
    ...delivery,
    status: 'pending',
    schedule_from: delivery.attempt_count,
    first_attempt_at: null,
    next_attempt_at: iso(call.now),
    deadline_at: null,
    completed_at: null,
    lease_until: null,
  }
  await tx.update('deliveries', again)
  call.after(() => call.host.nudge(delivery.webhook_id))
  return again
}

export function deliveryView(delivery: DeliveryRow) {
  const {
    lease_until: _lease,
    first_attempt_at: _first,
    schedule_from: _from,
    trace: _trace,
    ...shown
  } = delivery
  return { ...shown, object: 'delivery' as const }
}

export const list: Op<'deliveries', 'list'> = async (tx, input, call) =>
  await listPage(tx, call, input, {
    table: 'deliveries',
    where: { webhook_id: input.webhook_id, event_id: input.event_id, status: input.status },
    view: deliveryView,
  })

export const get: Op<'deliveries', 'get'> = async (tx, { id }, call) => {
  const delivery = await findDelivery(tx, id)
  const event = await tx.get('events', delivery.event_id)
  const attempts = await tx.find('attempts', 'delivery_id', id)
  return {
    ...deliveryView(delivery),
    attempts: attempts.map((attempt) => attemptView(attempt, delivery, event?.body ?? '', call)),
  }
}

function attemptView(attempt: AttemptRow, delivery: DeliveryRow, body: string, call: Call) {
  const { number, started_at, duration_ms, outcome, status, hint, response } = attempt
  const headers = deliveryHeaders({
    eventId: delivery.event_id,
    eventType: delivery.event_type,
    deliveryId: delivery.id,
    attempt: number,
    timestamp: attempt.signed_at,
    signature: attempt.signature,
    version: call.version,
    trace: delivery.trace,
  })
  return {
    number,
    started_at,
    duration_ms,
    outcome,
    status,
    hint,
    request: { headers, body },
    response: response === null ? null : { ...response, headers: { ...response.headers } },
  }
}

async function findDelivery(tx: ReadTx, id: string): Promise<DeliveryRow> {
  const delivery = await tx.get('deliveries', id)
  if (delivery !== undefined) return delivery
  throw new ApiError('DELIVERY_NOT_FOUND', `There is no delivery ${id}. List them: GET /v1/deliveries.`, {
    param: 'id',
  })
}

/** Now, whatever the schedule says; a finished delivery starts its schedule anew. */
export const retry: Op<'deliveries', 'retry'> = async (tx, { id }, call) => {
  const delivery = await findDelivery(tx, id)
  const webhook = await tx.get('webhooks', delivery.webhook_id)
  if (webhook?.status !== 'enabled') {
    throw new ApiError(
      'WEBHOOK_DISABLED',
      `The endpoint ${delivery.webhook_id} of this delivery ${webhook === undefined ? 'was deleted' : 'is disabled. Enable it first'}.`,
      { param: 'id', details: { webhook_id: delivery.webhook_id } },
    )
  }
  if (delivery.status === 'delivering') return deliveryView(delivery)
  return deliveryView(await requeue(tx, call, delivery))
}
