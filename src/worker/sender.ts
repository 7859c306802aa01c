import { deliveryHeaders } from '../core/delivery-headers.ts'
import { sign } from '../core/signature.ts'
import { iso } from '../core/instant.ts'
import type { WebhookRow } from '../store/rows.ts'
import type { Job, Sender } from './job.ts'
import type { Listeners } from './listeners.ts'
import type { HttpSender } from './send.ts'

export interface SenderParts {
  readonly http: HttpSender
  readonly listeners: Listeners
  /** The secret behind its sealed form. */
  open(sealed: string): string
  /** The service's clock: it ends the overlap of a rotation. */
  now(): number
  /** Real time: receivers check timestamps against their own clocks. */
  realNow(): number
  readonly version: string
}

/** Signs an attempt and sends it where its endpoint lives. */
export function createSender(parts: SenderParts): Sender {
  const open = remembering(parts.open)
  return async (job) => {
    const signedAt = Math.floor(parts.realNow() / 1000)
    const signature = sign(
      secretsOf(job.webhook, parts.now(), open),
      job.delivery.event_id,
      signedAt,
      job.body,
    )
    const headers = headersOf(job, { signedAt, signature, version: parts.version })
    const { webhook, body } = job
    const sent =
      webhook.kind === 'listener'
        ? await parts.listeners.hand(webhook.id, messageOf(job, headers), webhook.ack)
        : await parts.http.send({ url: webhook.url ?? '', headers, body, ack: webhook.ack })
    return { ...sent, signedAt, signature }
  }
}

/** The live secrets, newest first: every one of them signs. */
function secretsOf(webhook: WebhookRow, now: number, open: (sealed: string) => string): string[] {
  const { secret, previous_secret } = webhook
  const live = previous_secret !== null && previous_secret.expires_at > iso(now) ? [previous_secret] : []
  return [secret, ...live].map(({ sealed }) => open(sealed))
}

const rememberedSecrets = 256

/** Opening a secret costs as much as signing with it, and a busy endpoint has one secret for thousands of attempts. */
function remembering(open: (sealed: string) => string): (sealed: string) => string {
  const opened = new Map<string, string>()
  return (sealed) => {
    const secret = opened.get(sealed) ?? open(sealed)
    if (opened.size >= rememberedSecrets) opened.clear()
    opened.set(sealed, secret)
    return secret
  }
}

function headersOf(job: Job, signed: { signedAt: number; signature: string; version: string }) {
  return deliveryHeaders({
    eventId: job.delivery.event_id,
    eventType: job.delivery.event_type,
    deliveryId: job.delivery.id,
    attempt: job.number,
    timestamp: signed.signedAt,
    signature: signed.signature,
    version: signed.version,
    trace: job.delivery.trace,
  })
}

function messageOf(job: Job, headers: Record<string, string>) {
  const { id, event_id, event_type } = job.delivery
  return { delivery_id: id, event_id, event_type, attempt: job.number, headers, body: job.body }
}
