import { iso, ms } from '../core/instant.ts'
import { deadline, nextAttempt } from '../core/retry.ts'
import type { AttemptRow, DeliveryRow, Mode, WebhookRow } from '../store/rows.ts'
import type { Store, Tx } from '../store/types.ts'
import type { Job, Sent } from './job.ts'

/** How long a claimed attempt may take until it counts as lost. */
export const leaseMs = 60_000
/** A live endpoint that answered nothing for so long, for so many events, is given up. */
const giveUpMs = 72 * 3_600_000
const giveUpEvents = 10

/**
 * Every decision here stands in the delivery, which is always written: requests that cause deliveries go on beside.
 */
const guard = 'rows'

export interface Claim {
  readonly webhookId: string
  readonly now: number
  readonly limit: number
  /** Whether there is somebody to take a delivery; asked for listeners. */
  readonly present: (webhookId: string) => boolean
}

/** Leases what is due at one endpoint, earliest first: written down before anything is sent. null: nobody is there. */
export async function claim(store: Store, { webhookId, now, limit, present }: Claim): Promise<Job[] | null> {
  return await store.transact(
    async (tx) => {
      const due = await tx.claimDue('deliveries', iso(now), limit, webhookId)
      if (due.length === 0) return []
      const webhook = await tx.get('webhooks', webhookId)
      if (webhook?.kind === 'listener' && webhook.status === 'enabled' && !present(webhookId)) return null
      const jobs: Job[] = []
      for (const delivery of due) {
        const job = await lease(tx, delivery, webhook, now)
        if (job !== null) jobs.push(job)
      }
      return jobs
    },
    { guard },
  )
}

async function lease(
  tx: Tx,
  delivery: DeliveryRow,
  webhook: WebhookRow | undefined,
  now: number,
): Promise<Job | null> {
  const event = await tx.get('events', delivery.event_id)
  if (webhook === undefined || event === undefined) {
    await tx.update('deliveries', { ...ended(delivery, now), status: 'cancelled' })
    return null
  }
  if (delivery.deadline_at !== null && delivery.deadline_at < iso(now)) {
    await tx.update('deliveries', { ...ended(delivery, now), status: 'exhausted' })
    return null
  }
  if (webhook.status === 'disabled') {
    await tx.update('deliveries', { ...delivery, status: 'held', next_attempt_at: null, lease_until: null })
    return null
  }
  const first = delivery.first_attempt_at ?? iso(now)
  const leased: DeliveryRow = {
    ...delivery,
    status: 'delivering',
    first_attempt_at: first,
    deadline_at: deadline(first),
    next_attempt_at: null,
    lease_until: iso(now + leaseMs),
  }
  await tx.update('deliveries', leased)
  return { delivery: leased, webhook, body: event.body, number: leased.attempt_count + 1, startedAt: now }
}

/** Puts back what was leased and never sent, as if it had not been claimed. */
export async function release(store: Store, jobs: readonly Job[]): Promise<void> {
  await store.transact(
    async (tx) => {
      for (const job of jobs) {
        const delivery = await tx.get('deliveries', job.delivery.id)
        if (delivery === undefined || delivery.lease_until !== job.delivery.lease_until) continue
        await tx.update('deliveries', unleased(delivery, iso(job.startedAt)))
      }
    },
    { guard },
  )
}

/** As if it had not been claimed, and due. */
export function unleased(delivery: DeliveryRow, due: string): DeliveryRow {
  const waiting = { ...delivery, next_attempt_at: due, lease_until: null }
  return delivery.attempt_count === delivery.schedule_from
    ? { ...waiting, status: 'pending', first_attempt_at: null, deadline_at: null }
    : { ...waiting, status: 'retrying' }
}

function ended(delivery: DeliveryRow, now: number): DeliveryRow {
  return { ...delivery, completed_at: iso(now), next_attempt_at: null, lease_until: null }
}

export interface Ledger {
  readonly store: Store
  readonly mode: Mode
  /** An endpoint was switched off, in the transaction that did. */
  readonly disabled?: ((tx: Tx, webhook: WebhookRow, now: number) => Promise<void>) | undefined
}

/**
 * Writes one attempt down with what it means for its delivery and its endpoint. Answers whether it could: after a
 * reset there is no such delivery any more.
 */
export async function record(
  { store, mode, disabled }: Ledger,
  job: Job,
  sent: Sent,
  now: number,
): Promise<boolean> {
  return await store.transact(
    async (tx) => {
      const delivery = await tx.get('deliveries', job.delivery.id)
      if (delivery === undefined) return false
      // Whoever cancelled or requeued it meanwhile has the last word; the attempt is kept all the same.
      if (delivery.lease_until !== job.delivery.lease_until) return await recordLate(tx, delivery, job, sent)
      await tx.insert('attempts', attemptRow(job, sent))
      const after = outcomeOf(delivery, job, sent, now)
      await tx.update('deliveries', after)
      const webhook = await tx.get('webhooks', job.webhook.id)
      if (webhook === undefined) return true
      const isOff = await judge(tx, mode, webhook, { delivery: after, sent, now })
      if (isOff) await disabled?.(tx, webhook, now)
      return true
    },
    { guard },
  )
}

/** Where its lease ran out, another process made the same attempt: the one that was written down first counts. */
async function recordLate(tx: Tx, delivery: DeliveryRow, job: Job, sent: Sent): Promise<boolean> {
  const attempt = attemptRow(job, sent)
  if ((await tx.get('attempts', attempt.id)) !== undefined) return false
  await tx.insert('attempts', attempt)
  await tx.update('deliveries', {
    ...delivery,
    attempt_count: Math.max(delivery.attempt_count, job.number),
  })
  return true
}

function attemptRow(job: Job, sent: Sent): AttemptRow {
  return {
    id: `${job.delivery.id}:${String(job.number).padStart(4, '0')}`,
    delivery_id: job.delivery.id,
    number: job.number,
    started_at: iso(job.startedAt),
    duration_ms: sent.durationMs,
    outcome: sent.outcome,
    status: sent.status,
    hint: sent.hint,
    signed_at: sent.signedAt,
    signature: sent.signature,
    response: sent.response,
  }
}

function outcomeOf(delivery: DeliveryRow, job: Job, sent: Sent, now: number): DeliveryRow {
  const told = { ...ended(delivery, now), attempt_count: job.number, last_outcome: sent.outcome }
  if (sent.outcome === 'succeeded') return { ...told, status: 'succeeded' }
  const next = nextAttempt({
    attempt: attemptsSince(delivery, job),
    failedAt: iso(now),
    firstAttemptAt: delivery.first_attempt_at ?? iso(job.startedAt),
    retryAfterSeconds: sent.retryAfterSeconds,
    seed: delivery.id,
  })
  if (next === null) return { ...told, status: 'exhausted' }
  return { ...told, status: 'retrying', completed_at: null, next_attempt_at: next }
}

/** A delivery that was requeued starts its schedule anew, though its attempts count on. */
function attemptsSince(delivery: DeliveryRow, job: Job): number {
  return job.number - delivery.schedule_from
}

interface Verdict {
  readonly delivery: DeliveryRow
  readonly sent: Sent
  readonly now: number
}

/** Keeps the endpoint's record, and switches it off when it is gone or, live, was given up: answers whether it did. */
async function judge(
  tx: Tx,
  mode: Mode,
  webhook: WebhookRow,
  { delivery, sent, now }: Verdict,
): Promise<boolean> {
  if (sent.outcome === 'succeeded') {
    if (webhook.failing_since === null) return false
    await tx.update('webhooks', { ...webhook, failing_since: null, failed_events: 0 })
    return false
  }
  const failing_since = webhook.failing_since ?? iso(now)
  // Past what is counted to, a dead endpoint costs no write of a row that all its attempts would wait for.
  const first = delivery.attempt_count - delivery.schedule_from === 1 && webhook.failed_events < giveUpEvents
  const failed_events = webhook.failed_events + (first ? 1 : 0)
  const reason = reasonToDisable(mode, sent, { failing_since, failed_events, now })
  if (reason === null && failing_since === webhook.failing_since && !first) return false
  await tx.update('webhooks', {
    ...webhook,
    failing_since,
    failed_events,
    ...(reason !== null && { status: 'disabled' as const, disabled_reason: reason }),
  })
  return reason !== null && webhook.status === 'enabled'
}

function reasonToDisable(
  mode: Mode,
  sent: Sent,
  record: { readonly failing_since: string; readonly failed_events: number; readonly now: number },
): string | null {
  if (sent.status === 410) return 'gone'
  const long = record.now - ms(record.failing_since) >= giveUpMs
  return mode === 'live' && long && record.failed_events >= giveUpEvents ? 'failing' : null
}
