import type { Instant } from './rows.ts'

/** A secret that must be used again: encrypted with the server's own key, never at rest in the clear. */
export interface SealedSecret {
  readonly sealed: string
  readonly last4: string
}

export interface WebhookRow {
  readonly id: string
  readonly kind: 'http' | 'listener'
  /** Listeners are unique by it. */
  readonly name: string | null
  readonly url: string | null
  readonly description: string | null
  /** As subscribed: types, families, `*`, `skill.tier_upgraded`. */
  readonly events: readonly string[]
  readonly ack: '200' | '2xx'
  readonly status: 'enabled' | 'disabled'
  readonly disabled_reason: string | null
  readonly created_at: Instant
  readonly secret: SealedSecret
  readonly previous_secret: (SealedSecret & { readonly expires_at: Instant }) | null
  /** First failure since the last success. */
  readonly failing_since: Instant | null
  /** Events whose first attempt failed since then. */
  readonly failed_events: number
}

export type DeliveryStatus =
  | 'pending'
  | 'delivering'
  | 'succeeded'
  | 'retrying'
  | 'exhausted'
  | 'held'
  | 'cancelled'

export interface DeliveryRow {
  readonly id: string
  readonly event_id: string
  readonly event_type: string
  readonly webhook_id: string
  readonly status: DeliveryStatus
  readonly attempt_count: number
  /** Attempts made before the schedule was last started: a retry by hand starts it anew. */
  readonly schedule_from: number
  readonly created_at: Instant
  readonly first_attempt_at: Instant | null
  readonly next_attempt_at: Instant | null
  readonly deadline_at: Instant | null
  readonly completed_at: Instant | null
  readonly last_outcome: string | null
  /** While delivering: from then on the attempt counts as lost. */
  readonly lease_until: Instant | null
  /** The trace of the request that caused it, where that came with one: id, hyphen, flags. */
  readonly trace?: string
}

export interface AttemptRow {
  /** Delivery id, colon, number with four digits. */
  readonly id: string
  readonly delivery_id: string
  readonly number: number
  /** By the service's clock. */
  readonly started_at: Instant
  readonly duration_ms: number
  readonly outcome: string
  readonly status: number | null
  readonly hint: string | null
  /** `webhook-timestamp`, real time, and the signatures made with it: with the event's body the whole request. */
  readonly signed_at: number
  readonly signature: string
  readonly response: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly truncated: boolean
  } | null
}

/** A job that sends past events again. */
export interface ReplayRow {
  readonly id: string
  readonly webhook_id: string
  readonly status: 'running' | 'done'
  readonly since: Instant
  readonly until: Instant
  readonly types: readonly string[] | null
  readonly filter: 'failed' | 'all'
  /** Order of the last event that was looked at. */
  readonly position: string | null
  readonly matched: number
  readonly queued: number
  readonly created_at: Instant
  readonly completed_at: Instant | null
}
