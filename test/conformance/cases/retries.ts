import { refusal } from '../../sdk/scripted-server.ts'
import type { Scripted } from '../../sdk/scripted-server.ts'
import { createInvite, failed, familyOf, getUser, invite, inviteValue, user, userValue } from '../case.ts'
import type { Bounds, Case } from '../case.ts'

/** No machine is later than this. */
const slack = 5_000
/** 0.5 s, a quarter less at most; the next one is twice that. */
const first: Bounds = [370, 500 + slack]
const second: Bounds = [745, 1_000 + slack]
const known: Scripted = { body: user }

const limited = (wait?: string) =>
  refusal(429, 'RATE_LIMITED', wait === undefined ? {} : { 'retry-after': wait })
const refused = { request_id: 'req_x' }

function recovers(name: string, trouble: Scripted, pauses: readonly Bounds[] = [first]): Case {
  return { name, script: [trouble, known], call: getUser, outcome: userValue, requests: 2, pauses }
}

function raises(name: string, seconds: number): Case {
  const error = { status: 429, retry_after: seconds, ...refused }
  return {
    name,
    script: [limited(String(seconds))],
    call: getUser,
    outcome: failed('rate_limit', 'RATE_LIMITED', error),
    requests: 1,
  }
}

function notRetried(status: number): Case {
  return {
    name: `no_retry_${status}`,
    script: [refusal(status, 'SOME_CODE')],
    call: getUser,
    outcome: failed(familyOf(status), 'SOME_CODE', { status, ...refused }),
    requests: 1,
  }
}

const inTwoSeconds = () => new Date(Date.now() + 2_000).toUTCString()

/** What is tried again, how often, and after which pause. */
export const retryCases: readonly Case[] = [
  ...[408, 500, 502, 503, 504].map((status) => recovers(`retries_${status}`, refusal(status, 'SOME_CODE'))),
  recovers('retries_429_with_retry_after', limited('1'), [[990, 1_000 + slack]]),
  {
    name: 'retries_429_with_retry_after_as_a_date',
    get script() {
      return [limited(inTwoSeconds()), known]
    },
    call: getUser,
    outcome: userValue,
    requests: 2,
    pauses: [[990, 2_000 + slack]],
  },
  {
    name: 'retry_after_0_goes_before_the_own_pause',
    script: [...Array.from({ length: 6 }, () => limited('0')), known],
    client: { max_retries: 6 },
    call: getUser,
    outcome: userValue,
    requests: 7,
    // Its own pauses would come to 17 seconds.
    lasts: [0, 12_000],
  },
  recovers('retries_429_without', limited()),
  ...['soon', '-1', '1.5'].map((text) => recovers(`retry_after_unreadable_${text}`, limited(text))),
  recovers('cut_connection_retried', { instead: 'cut' }),
  recovers('cut_body_retried', { body: user, instead: 'cut_body' }),
  recovers('retries_an_answer_of_a_proxy', { status: 503, body: '<html>busy</html>' }),
  {
    name: 'gives_up_after_two_retries',
    script: [refusal(503, 'SERVICE_UNAVAILABLE')],
    call: getUser,
    outcome: failed('server', 'SERVICE_UNAVAILABLE', { status: 503, ...refused }),
    requests: 3,
    pauses: [first, second],
  },
  {
    name: 'no_retries_wanted',
    script: [refusal(503, 'SERVICE_UNAVAILABLE')],
    client: { max_retries: 0 },
    call: getUser,
    outcome: failed('server', 'SERVICE_UNAVAILABLE', { status: 503, ...refused }),
    requests: 1,
  },
  raises('retry_after_over_60s_raises', 61),
  raises('retry_after_beyond_32_bits_raises', 5_000_000_000),
  ...[400, 401, 403, 404, 409, 410, 415, 422, 501].map(notRetried),
  {
    name: 'no_retry_429_when_told',
    script: [refusal(429, 'QUOTA_EXCEEDED', { 'x-should-retry': 'false' })],
    call: getUser,
    outcome: failed('rate_limit', 'QUOTA_EXCEEDED', { status: 429, ...refused }),
    requests: 1,
  },
  {
    name: 'retry_409_when_told',
    script: [
      refusal(409, 'IDEMPOTENCY_IN_PROGRESS', { 'x-should-retry': 'true' }),
      { status: 201, body: invite },
    ],
    call: createInvite,
    outcome: inviteValue,
    requests: 2,
    pauses: [first],
  },
  {
    name: 'one_idempotency_key_per_call',
    script: [refusal(503, 'SERVICE_UNAVAILABLE'), { instead: 'cut' }, { status: 201, body: invite }],
    call: createInvite,
    outcome: inviteValue,
    requests: 3,
    pauses: [first, second],
  },
  {
    name: 'own_idempotency_key',
    script: [{ instead: 'cut' }, { status: 201, body: invite }],
    call: { ...createInvite, idempotency_key: 'order-17' },
    outcome: inviteValue,
    requests: 2,
    sent: [{ headers: { 'idempotency-key': 'order-17' } }, { headers: { 'idempotency-key': 'order-17' } }],
  },
  {
    name: 'idempotency_key_on_error',
    script: [refusal(422, 'VALIDATION_FAILED')],
    call: createInvite,
    outcome: failed('validation', 'VALIDATION_FAILED', {
      status: 422,
      ...refused,
      has_idempotency_key: true,
    }),
    requests: 1,
  },
  {
    name: 'idempotency_key_on_connection_error',
    script: [{ instead: 'cut' }],
    call: createInvite,
    outcome: failed('connection', 'CONNECTION_FAILED', { retryable: true, has_idempotency_key: true }),
    requests: 3,
    pauses: [first, second],
  },
  {
    name: 'refused_connection',
    script: [],
    call: createInvite,
    outcome: failed('connection', 'CONNECTION_REFUSED', { retryable: true, has_idempotency_key: true }),
    requests: 0,
    lasts: [1_115, 1_500 + slack],
  },
]
