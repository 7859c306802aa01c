import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import type { DeliveryStatus, WebhookRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import { Reply, type Call, type Op } from './call.ts'
import { deliveryView, queueDelivery } from './deliveries.ts'
import { writeEvent } from './event-rows.ts'
import { listPage } from './paging.ts'
import { checkSubscription, enabledWebhook, findWebhook, sealedSecret, webhookView } from './webhook-rows.ts'

export const list: Op<'webhooks', 'list'> = async (tx, input, call) => {
  const page = await listPage(tx, call, input, { table: 'webhooks', view: (row) => row })
  return { ...page, data: await Promise.all(page.data.map((row) => webhookView(tx, row, call))) }
}

export const create: Op<'webhooks', 'create'> = async (tx, input, call) => {
  checkSubscription(input.events, 'events')
  if (input.url !== undefined) call.host.checkTarget(input.url)
  const known = input.kind === 'listener' ? await listener(tx, input.name ?? '') : undefined
  if (known !== undefined) {
    return new Reply(200, {
      ...(await webhookView(tx, known, call)),
      secret: call.sealed.open(known.secret.sealed),
    })
  }
  const secret = call.newWebhookSecret()
  const webhook: WebhookRow = {
    id: call.newId('we'),
    kind: input.kind,
    name: input.name ?? null,
    url: input.url ?? null,
    description: input.description ?? null,
    events: input.events,
    ack: input.ack,
    status: 'enabled',
    disabled_reason: null,
    created_at: iso(call.now),
    secret: sealedSecret(call, secret),
    previous_secret: null,
    failing_since: null,
    failed_events: 0,
  }
  await tx.insert('webhooks', webhook)
  return { ...(await webhookView(tx, webhook, call)), secret }
}

/** The listener of a name: made once, its secret stays the same. */
async function listener(tx: ReadTx, name: string): Promise<WebhookRow | undefined> {
  const named = await tx.find('webhooks', 'name', name)
  return named.find((row) => row.kind === 'listener')
}

export const get: Op<'webhooks', 'get'> = async (tx, { id }, call) =>
  await webhookView(tx, await findWebhook(tx, id), call)

export const update: Op<'webhooks', 'update'> = async (tx, { id, url, description, events, ack }, call) => {
  const webhook = await findWebhook(tx, id)
  if (events !== undefined) checkSubscription(events, 'events')
  if (url !== undefined && webhook.kind === 'listener') {
    throw new ApiError(
      'WEBHOOK_URL_INVALID',
      `Webhook ${id} is a listener: its deliveries go to its stream, not to a URL.`,
      {
        param: 'url',
      },
    )
  }
  if (url !== undefined) call.host.checkTarget(url)
  const changed: WebhookRow = {
    ...webhook,
    url: url ?? webhook.url,
    description: description === undefined ? webhook.description : description,
    events: events ?? webhook.events,
    ack: ack ?? webhook.ack,
  }
  await tx.update('webhooks', changed)
  call.after(() => call.host.nudge(id))
  return await webhookView(tx, changed, call)
}

export const remove: Op<'webhooks', 'remove'> = async (tx, { id }, call) => {
  await findWebhook(tx, id)
  for (const status of ['pending', 'retrying', 'held'] as const)
    await move(tx, call, { id, status, to: 'cancelled' })
  await tx.remove('webhooks', id)
  call.after(() => call.host.hangUp(id))
  return { id, object: 'webhook' as const, deleted: true as const }
}

/** A second rotation while two secrets sign ends the older one at once. */
export const rotateSecret: Op<'webhooks', 'rotateSecret'> = async (tx, { id, overlap_seconds }, call) => {
  const webhook = await findWebhook(tx, id)
  const secret = call.newWebhookSecret()
  const changed: WebhookRow = {
    ...webhook,
    secret: sealedSecret(call, secret),
    previous_secret:
      overlap_seconds === 0
        ? null
        : { ...webhook.secret, expires_at: iso(call.now + overlap_seconds * 1000) },
  }
  await tx.update('webhooks', changed)
  return { ...(await webhookView(tx, changed, call)), secret }
}

export const enable: Op<'webhooks', 'enable'> = async (tx, { id, held }, call) => {
  const webhook = await findWebhook(tx, id)
  const changed: WebhookRow = {
    ...webhook,
    status: 'enabled',
    disabled_reason: null,
    failing_since: null,
    failed_events: 0,
  }
  await tx.update('webhooks', changed)
  await move(tx, call, { id, status: 'held', to: held === 'send' ? 'pending' : 'cancelled' })
  call.after(() => call.host.nudge(id))
  return await webhookView(tx, changed, call)
}

export const disable: Op<'webhooks', 'disable'> = async (tx, { id, reason }, call) => {
  const webhook = await findWebhook(tx, id)
  if (webhook.status === 'disabled') return await webhookView(tx, webhook, call)
  const changed: WebhookRow = { ...webhook, status: 'disabled', disabled_reason: reason ?? null }
  await tx.update('webhooks', changed)
  for (const status of ['pending', 'retrying'] as const) await move(tx, call, { id, status, to: 'held' })
  return await webhookView(tx, changed, call)
}

interface Move {
  readonly id: string
  readonly status: DeliveryStatus
  readonly to: 'pending' | 'held' | 'cancelled'
}

const slice = 500

/** Takes all deliveries of an endpoint from one status to another, oldest first. */
async function move(tx: Tx, call: Call, { id, status, to }: Move): Promise<void> {
  const now = iso(call.now)
  const change = {
    status: to,
    next_attempt_at: to === 'pending' ? now : null,
    completed_at: to === 'cancelled' ? now : null,
  }
  for (;;) {
    const where = { webhook_status: `${id} ${status}` }
    const { rows } = await tx.page('deliveries', { where, direction: 'oldest', limit: slice })
    for (const row of rows) await tx.update('deliveries', { ...row, ...change })
    if (rows.length < slice) return
  }
}

export const test: Op<'webhooks', 'test'> = async (tx, { id }, call) => {
  const webhook = await enabledWebhook(tx, id)
  const event = await writeEvent(tx, call, 'webhook.test', { webhook_id: id })
  call.after(() => call.host.published(event))
  return deliveryView(await queueDelivery(tx, call, event, webhook))
}

export { getReplay, replay } from './replays.ts'
export { results } from './listener-results.ts'
