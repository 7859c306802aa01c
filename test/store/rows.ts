import type {
  DeliveryRow,
  EventRow,
  IdempotencyRow,
  InviteRow,
  KeyRow,
  SkillRow,
  UserRow,
} from '../../src/store/rows.ts'

export function instant(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString()
}

export function inviteId(number: number): string {
  return `inv_${String(number).padStart(26, '0')}`
}

export function invite(number: number, facts: Partial<InviteRow> = {}): InviteRow {
  const email = `candidate.${number}@example.com`
  return {
    id: inviteId(number),
    status: 'pending',
    candidate_email: email,
    email_key: email,
    candidate_name: `Candidate ${number}`,
    user_id: null,
    skill: 'react',
    expires_at: instant(number + 3_600),
    span_seconds: 3_600,
    due_at: null,
    created_at: instant(number),
    accepted_at: null,
    started_at: null,
    completed_at: null,
    closed_at: null,
    closed_reason: null,
    external_id: null,
    redirect_url: null,
    time_limit_seconds: null,
    metadata: {},
    send_email: true,
    delivery: { status: 'queued', sent_at: null, last_error: null },
    link_version: 1,
    result_id: null,
    ...facts,
  }
}

export function event(number: number, facts: Partial<EventRow> = {}): EventRow {
  return {
    id: `evt_${String(number).padStart(26, '0')}`,
    event: 'invite.created',
    user_id: null,
    invite_id: inviteId(number),
    created_at: instant(number),
    body: JSON.stringify({ number, text: 'a tab \t, a newline \n, ünï©ode 🙂 and a lone \ud800' }),
    ...facts,
  }
}

export function user(id: string, order: string, facts: Partial<UserRow> = {}): UserRow {
  return {
    id,
    order,
    display_name: 'عليا Núñez 🙂',
    email: `${id}@example.com`,
    email_key: `${id}@example.com`,
    status: 'active',
    metadata: {},
    created_at: instant(0),
    updated_at: instant(0),
    evidence_head: '0'.repeat(64),
    ...facts,
  }
}

export function skill(id: string, aliases: readonly string[]): SkillRow {
  return { id, order: id, name: id, aliases, half_life_days: 365, created_at: instant(0) }
}

export function idempotency(id: string, expires: number): IdempotencyRow {
  return {
    id,
    fingerprint: 'f',
    request_id: 'req_1',
    status: 201,
    location: null,
    body: '{}',
    sealed: null,
    expires_at: instant(expires),
  }
}

export function key(id: string, hash: string, previousHash: string | null = null): KeyRow {
  const previous = { last4: 'abcd', expires_at: instant(60), last_used_at: null }
  return {
    id,
    name: id,
    tier: 'standard',
    prefix: 'sk_test_abcd',
    last4: 'wxyz',
    hash,
    scopes: ['admin'],
    permissions: [],
    per_minute: 1_000,
    burst: 100,
    daily_quota: null,
    mode: 'sandbox',
    created_at: instant(0),
    expires_at: null,
    last_used_at: null,
    revoked_at: null,
    previous: previousHash === null ? null : { hash: previousHash, ...previous },
  }
}

export function delivery(number: number, webhook_id: string, second: number): DeliveryRow {
  return {
    id: `dlv_${number}`,
    event_id: 'evt_1',
    event_type: 'invite.created',
    webhook_id,
    status: 'pending',
    attempt_count: 0,
    schedule_from: 0,
    created_at: instant(0),
    first_attempt_at: null,
    next_attempt_at: instant(second),
    deadline_at: null,
    completed_at: null,
    last_outcome: null,
    lease_until: null,
  }
}
