import type { AttemptRow, DeliveryRow, WebhookRow } from '../store/rows.ts'

/** One leased attempt: everything that sending it needs. */
export interface Job {
  readonly delivery: DeliveryRow
  readonly webhook: WebhookRow
  /** The event's bytes. */
  readonly body: string
  /** Which attempt of the delivery this is, from 1. */
  readonly number: number
  /** By the service's clock, milliseconds. */
  readonly startedAt: number
}

export interface Sent {
  readonly outcome: string
  readonly status: number | null
  readonly hint: string | null
  readonly response: AttemptRow['response']
  readonly durationMs: number
  readonly retryAfterSeconds: number | null
  readonly signedAt: number
  readonly signature: string
  /** Nobody was reached: counts towards the circuit breaker. */
  readonly unreachable: boolean
}

export type Sender = (job: Job) => Promise<Sent>
