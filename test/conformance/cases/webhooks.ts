import { sign } from '../../../src/core/signature.ts'
import vectors from '../../vectors/webhook-vectors.json' with { type: 'json' }
import { failed, ok } from '../case.ts'
import type { Case, Delivery, Outcome } from '../case.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const event = {
  id: 'evt_1',
  event: 'assessment.completed',
  created_at: '2026-03-01T09:30:00.000Z',
  user_id: 'usr_é<1>',
  percent: 86.5,
  passed: true,
}
const body = JSON.stringify(event)
const now = Math.floor(Date.now() / 1_000)
const genuine = ok({ id: 'evt_1', event: 'assessment.completed', raw: event })

function delivery(rest: Partial<Delivery> = {}, text = body, at = now): Delivery {
  const headers = {
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(at),
    'Webhook-Signature': sign(secret, 'evt_1', at, text),
  }
  return { body: text, headers, secrets: [secret], ...rest }
}

/** A delivery with other headers; undefined takes one away. */
function withHeaders(changed: Readonly<Record<string, string | undefined>>): Delivery {
  const whole = delivery()
  const headers = Object.entries({ ...whole.headers, ...changed })
  return {
    ...whole,
    headers: Object.fromEntries(
      headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  }
}

function verified(name: string, given: Delivery, outcome: Outcome = genuine): Case {
  return {
    name: `webhook_${name}`,
    script: [],
    call: { do: 'webhooks.verify', ...given },
    outcome,
    requests: 0,
  }
}

function refused(name: string, given: Delivery, code: string, mistake: string | null = null): Case {
  return verified(name, given, failed('webhook', code, { mistake }))
}

function misused(name: string, given: Delivery, told: RegExp): Case {
  return { ...verified(name, given, failed('validation', 'PARAMETER_INVALID')), told }
}

const right = delivery().headers['Webhook-Signature'] ?? ''

const taken: readonly Case[] = [
  verified('genuine', delivery()),
  verified('right_signature_last', withHeaders({ 'Webhook-Signature': `v1,AAAA v2,x v1a,y ${right}` })),
  verified('several_secrets', delivery({ secrets: [other, secret] })),
  verified('secret_without_its_prefix', delivery({ secrets: [secret.slice(6)] })),
  ...([-250, 250] as const).map((off) => verified(`within_tolerance_${off}`, delivery({}, body, now + off))),
  verified('own_tolerance', delivery({ tolerance_seconds: 1_000 }, body, now - 900)),
  ...[upper, lower].map((change) =>
    verified(
      `header_names_in_${change.name}_case`,
      delivery({
        headers: Object.fromEntries(
          Object.entries(delivery().headers).map(([name, value]) => [change(name), value]),
        ),
      }),
    ),
  ),
  verified(
    'unknown_event_passes',
    delivery({}, '{"id":"evt_1","event":"moon.risen","height":3}'),
    ok({ id: 'evt_1', event: 'moon.risen', raw: { id: 'evt_1', event: 'moon.risen', height: 3 } }),
  ),
]

function upper(name: string): string {
  return name.toUpperCase()
}

function lower(name: string): string {
  return name.toLowerCase()
}

const refusals: readonly Case[] = [
  ...Object.keys(delivery().headers).map((name) =>
    refused(`without_${name}`, withHeaders({ [name]: undefined }), 'HEADER_MISSING'),
  ),
  ...['1e9', '-5', '1774008000.5', '0x10', '2026-03-20T12:00:00Z'].map((text) =>
    refused(`timestamp_${text}`, withHeaders({ 'Webhook-Timestamp': text }), 'TIMESTAMP_MALFORMED'),
  ),
  refused('301_seconds_old', delivery({}, body, now - 301), 'TIMESTAMP_TOO_OLD'),
  refused('far_ahead', delivery({}, body, now + 400), 'TIMESTAMP_IN_FUTURE'),
  refused(
    'own_tolerance_exceeded',
    delivery({ tolerance_seconds: 10 }, body, now - 200),
    'TIMESTAMP_TOO_OLD',
  ),
  refused(
    'timestamp_in_milliseconds',
    delivery({}, body, now * 1_000),
    'TIMESTAMP_IN_FUTURE',
    'TIMESTAMP_MILLISECONDS',
  ),
  refused(
    'timestamp_beyond_numbers',
    withHeaders({ 'Webhook-Timestamp': '9'.repeat(40) }),
    'TIMESTAMP_IN_FUTURE',
  ),
  ...['v1,', 'nonsense', right.replace('v1,', 'v2,'), right.replace('v1,', 'v1a,')].map((text, at) =>
    refused(`no_v1_signature_${at + 1}`, withHeaders({ 'Webhook-Signature': text }), 'SIGNATURE_ABSENT'),
  ),
  refused(
    'beginning_of_a_signature',
    withHeaders({ 'Webhook-Signature': right.slice(0, 11) }),
    'SIGNATURE_MISMATCH',
    'SIGNATURE_TRUNCATED',
  ),
  refused('other_secret', delivery({ secrets: [other] }), 'SIGNATURE_MISMATCH'),
  refused('changed_body', delivery({ body: body.replace('86.5', '99.5') }), 'SIGNATURE_MISMATCH'),
  ...mistakes({
    BODY_RESERIALISED: JSON.stringify(event, null, 2),
    BODY_NEWLINE_ADDED: `${body}\n`,
    BODY_EMPTY: '',
  }),
  refused(
    'BODY_NEWLINE_REMOVED',
    { ...delivery({}, `${body}\n`), body },
    'SIGNATURE_MISMATCH',
    'BODY_NEWLINE_REMOVED',
  ),
  ...['[]', '{', '', '{}', '{"id":"evt_1"}', '{"id":1,"event":"webhook.test"}'].map((text) =>
    refused(`no_event_${text}`, delivery({}, text), 'BODY_INVALID'),
  ),
]

function mistakes(bodies: Readonly<Record<string, string>>): Case[] {
  return Object.entries(bodies).map(([mistake, wrong]) =>
    refused(mistake, delivery({ body: wrong }), 'SIGNATURE_MISMATCH', mistake),
  )
}

const misuses: readonly Case[] = [
  {
    ...misused('parsed_body', delivery({ is_parsed: true }), /raw bytes/),
    unthinkable: { go: 'its compiler takes nothing but bytes' },
  },
  misused('no_secret', delivery({ secrets: [] }), /no .*secret/i),
  ...['', 'whsec_', 'whsec_not base64', `${secret}\n`, 'whsec_A', 'sk_test_A1b2'].map((text, at) =>
    misused(`no_webhook_secret_${at + 1}`, delivery({ secrets: [text] }), /secret/),
  ),
  misused('one_wrong_secret_of_two', delivery({ secrets: [secret, 'whsec_!'] }), /base64/),
]

/** Their bodies are no events: past the signature that is all there is left to say. */
const shared: readonly Case[] = vectors.sign.flatMap((vector, at) => {
  const headers = {
    'webhook-id': vector.id,
    'webhook-timestamp': String(vector.timestamp),
    'webhook-signature': vector.signature,
  }
  const given = { body: vector.body, headers, secrets: [vector.secret], tolerance_seconds: 1_000_000_000 }
  const mistake = vector.body === '' ? 'SIGNED_EMPTY' : null
  const spoiled = { ...given, body: `${vector.body}x` }
  return [
    refused(`vector_${at + 1}`, given, 'BODY_INVALID'),
    refused(`vector_${at + 1}_and_one_byte`, spoiled, 'SIGNATURE_MISMATCH', mistake),
  ]
})

/** Which deliveries are genuine, and what is said of the others. */
export const webhookCases: readonly Case[] = [...taken, ...refusals, ...misuses, ...shared]
