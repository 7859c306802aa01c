import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import { nearest } from '../core/nearest.ts'
import { expandSubscription, subscriptionNames } from '../contract/subscription.ts'
import type { SealedSecret, WebhookRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'
import type { Call } from './call.ts'

/** @throws ApiError WEBHOOK_NOT_FOUND */
export async function findWebhook(tx: ReadTx, id: string, param = 'id'): Promise<WebhookRow> {
  const webhook = await tx.get('webhooks', id)
  if (webhook !== undefined) return webhook
  throw new ApiError('WEBHOOK_NOT_FOUND', `There is no webhook ${id}. List them: GET /v1/webhooks.`, {
    param,
  })
}

/** @throws ApiError WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED */
export async function enabledWebhook(tx: ReadTx, id: string, param = 'id'): Promise<WebhookRow> {
  const webhook = await findWebhook(tx, id, param)
  if (webhook.status === 'enabled') return webhook
  const reason = webhook.disabled_reason === null ? '' : ` (${webhook.disabled_reason})`
  throw new ApiError(
    'WEBHOOK_DISABLED',
    `Webhook ${id} is disabled${reason}. Enable it first: POST /v1/webhooks/${id}/enable.`,
    {
      param,
      details: { webhook_id: id, disabled_reason: webhook.disabled_reason },
    },
  )
}

/** @throws ApiError WEBHOOK_EVENT_UNKNOWN naming every unknown entry and the nearest known one */
export function checkSubscription(entries: readonly string[], field: string): void {
  const expanded = expandSubscription(entries)
  if (expanded.ok) return
  const details = expanded.unknown.map((name) => {
    const near = nearest(name, subscriptionNames)
    const hint = near === null ? '' : ` Did you mean “${near}”?`
    return {
      pointer: `/${field}/${entries.indexOf(name)}`,
      code: 'unknown_event',
      message: `“${name}” is no event type, no family and not *.${hint}`,
    }
  })
  throw new ApiError('WEBHOOK_EVENT_UNKNOWN', details.map((one) => one.message).join(' '), {
    param: field,
    details,
  })
}

export function sealedSecret(call: Call, secret: string): SealedSecret {
  return { sealed: call.sealed.seal(secret), last4: secret.slice(-4) }
}

const waiting = ['pending', 'delivering', 'retrying', 'held']

export async function webhookView(tx: ReadTx, webhook: WebhookRow, call: Call) {
  const count = (status: string) => tx.count('deliveries', 'webhook_status', `${webhook.id} ${status}`)
  const pending = await Promise.all(waiting.map(count))
  const previous = webhook.previous_secret
  return {
    id: webhook.id,
    object: 'webhook' as const,
    url: webhook.url,
    description: webhook.description,
    events: [...webhook.events],
    ack: webhook.ack,
    status: webhook.status,
    disabled_reason: webhook.disabled_reason,
    kind: webhook.kind,
    name: webhook.name,
    created_at: webhook.created_at,
    secret_last4: webhook.secret.last4,
    previous_secret_expires_at:
      previous !== null && previous.expires_at > iso(call.now) ? previous.expires_at : null,
    stats: {
      pending: pending.reduce((sum, one) => sum + one, 0),
      succeeded: await count('succeeded'),
      failed: await count('exhausted'),
    },
  }
}
