import { atoms } from '../contract/scopes.ts'
import type { Instant, TableName, Tables } from './rows.ts'

export type Key = string | readonly string[] | null

export interface TableShape<R> {
  /** Place of a row in every listing; unique in its table and never changed. */
  readonly order: (row: R) => string
  /** Equality look-ups by name. Several keys: the row is found under each. null: under none. */
  readonly indexes: Readonly<Record<string, (row: R) => Key>>
  /** When the row asks for attention; null: never. */
  readonly due?: (row: R) => Instant | null
  /** Whose queue it is due in, where one must not hold up another. */
  readonly queue?: (row: R) => string
}

function table<R>() {
  return <const S extends TableShape<R>>(shape: S): S => shape
}

/** Where an endless wait is meant: the invite acts when its expiry passes, and only while it can expire. */
function inviteDue(row: Tables['invites']): Instant | null {
  return row.status === 'pending' || row.status === 'accepted' ? row.expires_at : null
}

/** Every table with its named indexes: the drivers keep them, operations name them. */
export const tables = {
  keys: table<Tables['keys']>()({
    order: (row) => row.id,
    indexes: {
      hash: (row) => (row.previous === null ? row.hash : [row.hash, row.previous.hash]),
      admin: (row) => (row.revoked_at === null && row.permissions.length === atoms.length ? 'yes' : null),
    },
  }),
  users: table<Tables['users']>()({
    order: (row) => row.order,
    indexes: { email: (row) => row.email_key, status: (row) => row.status },
  }),
  skills: table<Tables['skills']>()({
    order: (row) => row.order,
    indexes: { name: (row) => [row.id, ...row.aliases.map((alias) => alias.toLowerCase())] },
  }),
  evidence: table<Tables['evidence']>()({
    order: (row) => row.id,
    indexes: {
      user_id: (row) => row.user_id,
      user_skill: (row) => `${row.user_id} ${row.skill}`,
      skill: (row) => row.skill,
      type: (row) => row.type,
      status: (row) => row.status,
    },
  }),
  invites: table<Tables['invites']>()({
    order: (row) => row.id,
    indexes: {
      status: (row) => row.status,
      candidate_email: (row) => row.email_key,
      skill: (row) => row.skill,
      user_id: (row) => row.user_id,
      external_id: (row) => row.external_id,
    },
    due: inviteDue,
  }),
  results: table<Tables['results']>()({
    order: (row) => row.id,
    indexes: {
      user_id: (row) => row.user_id,
      skill: (row) => row.skill,
      invite_id: (row) => row.invite_id,
      passed: (row) => String(row.passed),
      evidence_id: (row) => row.evidence_id,
    },
  }),
  events: table<Tables['events']>()({
    order: (row) => row.id,
    indexes: { type: (row) => row.event, user_id: (row) => row.user_id, invite_id: (row) => row.invite_id },
  }),
  idempotency: table<Tables['idempotency']>()({
    order: (row) => row.id,
    indexes: {},
    due: (row) => row.expires_at,
  }),
  usage: table<Tables['usage']>()({
    order: (row) => row.id,
    indexes: { key_id: (row) => row.key_id, day: (row) => row.day },
  }),
  webhooks: table<Tables['webhooks']>()({
    order: (row) => row.id,
    indexes: {
      subscription: (row) => row.events,
      name: (row) => row.name,
      status: (row) => row.status,
    },
  }),
  deliveries: table<Tables['deliveries']>()({
    order: (row) => row.id,
    indexes: {
      webhook_id: (row) => row.webhook_id,
      event_id: (row) => row.event_id,
      status: (row) => row.status,
      webhook_status: (row) => `${row.webhook_id} ${row.status}`,
    },
    due: (row) => (row.status === 'delivering' ? row.lease_until : row.next_attempt_at),
    queue: (row) => row.webhook_id,
  }),
  attempts: table<Tables['attempts']>()({
    order: (row) => row.id,
    indexes: { delivery_id: (row) => row.delivery_id },
  }),
  replays: table<Tables['replays']>()({
    order: (row) => row.id,
    indexes: { status: (row) => row.status, webhook_id: (row) => row.webhook_id },
  }),
  mails: table<Tables['mails']>()({
    order: (row) => row.id,
    indexes: { invite_id: (row) => row.invite_id, to: (row) => row.to },
    due: (row) =>
      row.outbox?.status === 'sending' ? row.outbox.lease_until : (row.outbox?.next_attempt_at ?? null),
  }),
  audit: table<Tables['audit']>()({
    order: (row) => row.id,
    indexes: { action: (row) => row.action, actor: (row) => row.actor, subject: (row) => row.subject },
  }),
  requests: table<Tables['requests']>()({ order: (row) => row.id, indexes: {} }),
  decays: table<Tables['decays']>()({
    order: (row) => row.id,
    indexes: { user_id: (row) => row.user_id },
    due: (row) => row.due_at,
  }),
  sessions: table<Tables['sessions']>()({
    order: (row) => row.id,
    indexes: { key_id: (row) => row.key_id },
  }),
  meta: table<Tables['meta']>()({ order: (row) => row.id, indexes: {} }),
} as const satisfies { readonly [T in TableName]: TableShape<Tables[T]> }

export type IndexName<T extends TableName> = keyof (typeof tables)[T]['indexes'] & string
