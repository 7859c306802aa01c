import type { Tier } from '../contract/formats.ts'
import type { AttemptRow, DeliveryRow, ReplayRow, WebhookRow } from './delivery-rows.ts'
import type { Atom } from '../contract/scopes.ts'

export type {
  AttemptRow,
  DeliveryRow,
  DeliveryStatus,
  ReplayRow,
  SealedSecret,
  WebhookRow,
} from './delivery-rows.ts'

/** RFC 3339 UTC with milliseconds: sorts as text. */
export type Instant = string
/** YYYY-MM-DD, UTC. */
export type Day = string

export type KeyTier = 'free' | 'standard' | 'scale'
export type Mode = 'sandbox' | 'live'

export interface KeyRow {
  readonly id: string
  readonly name: string
  readonly tier: KeyTier
  /** First 12 characters of the secret. */
  readonly prefix: string
  readonly last4: string
  /** SHA-256 of the secret, hex. */
  readonly hash: string
  readonly scopes: readonly string[]
  readonly permissions: readonly Atom[]
  readonly per_minute: number
  readonly burst: number
  readonly daily_quota: number | null
  readonly mode: Mode
  readonly created_at: Instant
  readonly expires_at: Instant | null
  readonly last_used_at: Instant | null
  readonly revoked_at: Instant | null
  /** The outgoing secret of a rotation. */
  readonly previous: {
    readonly hash: string
    readonly last4: string
    readonly expires_at: Instant
    readonly last_used_at: Instant | null
  } | null
}

export type UserStatus = 'active' | 'suspended' | 'erased'

export interface UserRow {
  readonly id: string
  /** Place in lists: ids may be chosen by the caller, so they say nothing about age. */
  readonly order: string
  readonly display_name: string
  /** As typed. */
  readonly email: string | null
  /** For look-ups: see core/email.ts. */
  readonly email_key: string | null
  readonly status: UserStatus
  readonly metadata: Readonly<Record<string, string>>
  readonly created_at: Instant
  /** Changes with the profile and with every change of the evidence. */
  readonly updated_at: Instant
  /** Hash of the newest evidence entry; 64 zeros when there is none. */
  readonly evidence_head: string
  /** Id of that entry, which the next one's has to stand after. Absent when there is none, and from older rows. */
  readonly evidence_last?: string
}

export interface SkillRow {
  /** The canonical skill key. */
  readonly id: string
  readonly order: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly half_life_days: 180 | 365 | 730
  readonly created_at: Instant
}

export type EvidenceType = 'session' | 'assessment' | 'endorsement'
export type EvidenceStatus = 'valid' | 'disputed' | 'revoked'

export interface EvidenceRow {
  readonly id: string
  readonly user_id: string
  readonly skill: string
  readonly type: EvidenceType
  readonly status: EvidenceStatus
  readonly occurred_on: Day
  readonly recorded_at: Instant
  /** 0..1, two decimals. 0 for an endorsement that weighs nothing. */
  readonly quality: number
  readonly source: string | null
  /** Who recorded it: a key id, or `system`. */
  readonly actor: string
  readonly summary: string | null
  readonly url: string | null
  readonly status_reason: string | null
  readonly rating: number | null
  readonly partner_id: string | null
  readonly score: number | null
  readonly max_score: number | null
  readonly endorser_id: string | null
  readonly endorser_tier: Tier | null
  readonly endorser_name: string | null
  readonly prev_hash: string
  readonly hash: string
}

export type InviteStatus =
  | 'pending'
  | 'accepted'
  | 'in_progress'
  | 'completed'
  | 'declined'
  | 'expired'
  | 'cancelled'

export interface InviteRow {
  readonly id: string
  readonly status: InviteStatus
  readonly candidate_email: string
  readonly email_key: string
  readonly candidate_name: string | null
  readonly user_id: string | null
  readonly skill: string
  readonly expires_at: Instant
  /** From creation to the first expiry: what a resend grants again. */
  readonly span_seconds: number
  readonly due_at: Instant | null
  readonly created_at: Instant
  readonly accepted_at: Instant | null
  readonly started_at: Instant | null
  readonly completed_at: Instant | null
  readonly closed_at: Instant | null
  readonly closed_reason: string | null
  readonly external_id: string | null
  readonly redirect_url: string | null
  readonly time_limit_seconds: number | null
  readonly metadata: Readonly<Record<string, string>>
  readonly send_email: boolean
  readonly delivery: {
    readonly status: 'queued' | 'sent' | 'failed' | 'suppressed'
    readonly sent_at: Instant | null
    readonly last_error: string | null
  }
  /** Version of the link: the token is an HMAC over it and the id, never stored. */
  readonly link_version: number
  readonly result_id: string | null
}

export interface ResultRow {
  readonly id: string
  readonly invite_id: string
  readonly user_id: string
  readonly skill: string
  readonly status: 'scored' | 'voided'
  readonly completion: 'submitted' | 'timed_out'
  readonly score: number
  readonly max_score: number
  readonly percent: number
  readonly passed: boolean
  readonly pass_mark: number
  readonly sections: readonly { readonly name: string; readonly score: number; readonly max_score: number }[]
  readonly time_taken_seconds: number
  readonly started_at: Instant
  readonly submitted_at: Instant
  readonly scored_at: Instant
  readonly integrity: Readonly<Record<string, unknown>> | null
  readonly evidence_id: string
  readonly sci_effect: {
    readonly before: number
    readonly after: number
    readonly tier_before: Tier
    readonly tier_after: Tier
  }
}

export interface EventRow {
  readonly id: string
  readonly event: string
  readonly user_id: string | null
  readonly invite_id: string | null
  readonly created_at: Instant
  /** The flat event object, serialised once: these bytes are what is signed and sent. */
  readonly body: string
}

export interface IdempotencyRow {
  /** Key id, colon, SHA-256 of the idempotency key. */
  readonly id: string
  readonly fingerprint: string
  readonly request_id: string
  readonly status: number
  readonly location: string | null
  /** The answer; with its secrets blanked when `sealed` holds the whole. */
  readonly body: string
  readonly sealed: string | null
  readonly expires_at: Instant
}

export interface UsageRow {
  /** Day, colon, key id; or `service`. */
  readonly id: string
  /** null: what the service does by itself. */
  readonly key_id: string | null
  readonly day: Day
  readonly requests: number
  readonly errors: number
  readonly invites_sent: number
  readonly verifications_made: number
  /** Absent from rows that were written before deliveries were counted. */
  readonly deliveries?: number
  readonly delivery_attempts?: number
  readonly delivery_failures?: number
}

/** A browser that is signed in to the dashboard. */
export interface SessionRow {
  /** SHA-256 of what the cookie holds, hex. */
  readonly id: string
  readonly key_id: string
  readonly created_at: Instant
  /** By real time. */
  readonly expires_at: Instant
}

/** An invite mail; its text holds the candidate's link, so it is made when it is sent or shown. */
export interface MailRow {
  readonly id: string
  readonly invite_id: string
  readonly to: string
  readonly subject: string
  /** Of the invite when it was written. */
  readonly expires_at: Instant
  /** When it was written: where nothing goes out, it has arrived with that. */
  readonly sent_at: Instant
  /** How it goes out; absent where nothing goes out: in a sandbox. */
  readonly outbox?: MailOutbox
}

export interface MailOutbox {
  readonly status: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled'
  /** When a mail server took it. */
  readonly taken_at: Instant | null
  readonly attempt_count: number
  readonly first_attempt_at: Instant | null
  readonly next_attempt_at: Instant | null
  /** While sending: from then on the attempt counts as lost. */
  readonly lease_until: Instant | null
  readonly last_error: string | null
}

/** One change that an operator may have to account for. Rows are only ever added; each names the one before it. */
export interface AuditRow {
  /** Number in the chain, twelve digits. */
  readonly id: string
  readonly at: Instant
  /** Name of the operation, such as `keys.revoke`. */
  readonly action: string
  /** Key id; `operator` for what was done on the machine itself, `service` for what it does alone. */
  readonly actor: string
  /** Id of what was changed. */
  readonly subject: string | null
  readonly request_id: string | null
  /** Address that the request came from. */
  readonly address: string | null
  /** What was asked for, without secrets. */
  readonly details: Readonly<Record<string, unknown>>
  /** `hash` of the row before; 64 zeros for the first. */
  readonly prev_hash: string
  /** SHA-256 over all the rest, hex. */
  readonly hash: string
}

/** One API request as it is logged, where the processes on one store share the log. */
export interface RequestRow {
  /** The request id. */
  readonly id: string
  /** The entry as JSON text, free of secrets. */
  readonly entry: string
}

/** When time alone takes a tier away. */
export interface DecayRow {
  /** User id, space, skill. */
  readonly id: string
  readonly user_id: string
  readonly skill: string
  readonly tier: Tier
  /** The first midnight (UTC) at which the tier no longer holds. */
  readonly due_at: Instant | null
}

/** Single facts of the installation: which seed, the clock, the printed key. */
export interface MetaRow {
  readonly id: string
  readonly value: unknown
}

export interface Tables {
  readonly keys: KeyRow
  readonly users: UserRow
  readonly skills: SkillRow
  readonly evidence: EvidenceRow
  readonly invites: InviteRow
  readonly results: ResultRow
  readonly events: EventRow
  readonly idempotency: IdempotencyRow
  readonly usage: UsageRow
  readonly webhooks: WebhookRow
  readonly deliveries: DeliveryRow
  readonly attempts: AttemptRow
  readonly replays: ReplayRow
  readonly mails: MailRow
  readonly audit: AuditRow
  readonly requests: RequestRow
  readonly decays: DecayRow
  readonly sessions: SessionRow
  readonly meta: MetaRow
}

export type TableName = keyof Tables
