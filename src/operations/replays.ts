import { ApiError } from '../core/error.ts'
import { iso, ms } from '../core/instant.ts'
import { ulidFloor } from '../core/ids.ts'
import { expandSubscription } from '../contract/subscription.ts'
import type { EventRow, ReplayRow, WebhookRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { queueDelivery } from './deliveries.ts'
import { checkSubscription, enabledWebhook, findWebhook } from './webhook-rows.ts'

/** Only writes the job down: the queueing goes on in the background and over restarts. */
export const replay: Op<'webhooks', 'replay'> = async (tx, input, call) => {
  const webhook = await enabledWebhook(tx, input.id)
  if (input.types !== undefined) checkSubscription(input.types, 'types')
  const job: ReplayRow = {
    id: call.newId('rpl'),
    webhook_id: webhook.id,
    status: 'running',
    since: input.since,
    until: input.until ?? iso(call.now),
    types: input.types ?? null,
    filter: input.status,
    position: null,
    matched: 0,
    queued: 0,
    created_at: iso(call.now),
    completed_at: null,
  }
  await tx.insert('replays', job)
  call.after(() => call.host.nudgeReplays())
  return view(job)
}

export const getReplay: Op<'webhooks', 'getReplay'> = async (tx, { id, replay_id }) => {
  await findWebhook(tx, id)
  const job = await tx.get('replays', replay_id)
  if (job?.webhook_id === id) return view(job)
  throw new ApiError('WEBHOOK_NOT_FOUND', `Webhook ${id} has no replay ${replay_id}.`, { param: 'replay_id' })
}

function view(job: ReplayRow) {
  const { position: _position, types, ...shown } = job
  return { ...shown, object: 'replay' as const, types: types === null ? null : [...types] }
}

const slice = 100

/** One stretch of the oldest running job: deliveries and progress in one transaction. False: none runs. */
export async function replayStretch(tx: Tx, call: Call): Promise<boolean> {
  const { rows } = await tx.page('replays', { where: { status: 'running' }, direction: 'oldest', limit: 1 })
  const job = rows[0]
  if (job === undefined) return false
  const webhook = await tx.get('webhooks', job.webhook_id)
  if (webhook?.status !== 'enabled') return await finish(tx, call, job)
  const found = await tx.page('events', {
    direction: 'oldest',
    limit: slice,
    ...(job.position === null ? { from: `evt_${ulidFloor(ms(job.since))}` } : { after: job.position }),
  })
  const reached = found.rows.filter((event) => event.created_at < job.until)
  const progress = await queueStretch(tx, call, { job, webhook, events: reached })
  if (!found.more || reached.length < found.rows.length) return await finish(tx, call, progress)
  await tx.update('replays', progress)
  return true
}

interface Stretch {
  readonly job: ReplayRow
  readonly webhook: WebhookRow
  readonly events: readonly EventRow[]
}

async function queueStretch(tx: Tx, call: Call, { job, webhook, events }: Stretch): Promise<ReplayRow> {
  let { matched, queued } = job
  for (const event of events) {
    if (!wants(job.types ?? webhook.events, event)) continue
    matched += 1
    if (job.filter === 'failed' && (await hasArrived(tx, event.id, webhook.id))) continue
    await queueDelivery(tx, call, event, webhook)
    queued += 1
  }
  return { ...job, matched, queued, position: events.at(-1)?.id ?? job.position }
}

async function finish(tx: Tx, call: Call, job: ReplayRow): Promise<boolean> {
  await tx.update('replays', { ...job, status: 'done', completed_at: iso(call.now) })
  return true
}

/** Whether a subscription covers this very event. */
export function wants(subscription: readonly string[], event: Pick<EventRow, 'event' | 'body'>): boolean {
  const expanded = expandSubscription(subscription)
  if (!expanded.ok) return false
  if (expanded.types.some((type) => type === event.event)) return true
  return expanded.types.includes('skill.tier_upgraded') && isUpgrade(event)
}

export function isUpgrade({ event, body }: Pick<EventRow, 'event' | 'body'>): boolean {
  if (event !== 'skill.tier_changed') return false
  const fields: { direction?: unknown } = JSON.parse(body)
  return fields.direction === 'up'
}

/** Delivered, or on its way already: a failed-only replay does not send twice what still may arrive. */
async function hasArrived(tx: ReadTx, eventId: string, webhookId: string): Promise<boolean> {
  const earlier = await tx.find('deliveries', 'event_id', eventId)
  return earlier.some(
    (one) => one.webhook_id === webhookId && !['exhausted', 'cancelled'].includes(one.status),
  )
}
