import { expect } from 'vitest'
import { maskKey } from '../../../src/sdk/mask.ts'
import { refusal, sampleKey } from '../../sdk/scripted-server.ts'
import { createInvite, failed, getUser, invite, ok, user, userValue } from '../case.ts'
import type { Case } from '../case.ts'

const limits = {
  'x-ratelimit-limit': '1000',
  'x-ratelimit-remaining': '998',
  'x-ratelimit-reset': '1795262460',
  'ratelimit-policy': '"burst";q=100;w=6, "minute";q=1000;w=60',
  ratelimit: '"burst";r=99;t=1, "minute";r=998;t=31',
}
const windows = {
  burst: { quota: 100, window_seconds: 6, remaining: 99, reset_seconds: 1 },
  minute: { quota: 1000, window_seconds: 60, remaining: 998, reset_seconds: 31 },
}
const rateLimit = { limit: 1000, remaining: 998, reset_at: 1_795_262_460, windows }
const askResponse = { do: 'users.response', id: 'usr_1' } as const
const response = { status: 200, request_id: 'req_1', idempotency_key: null, note: null, rate_limit: null }
const text = JSON.stringify(user)
const odd = { ...user, status: 'hibernating', moon_phase: { name: 'full', days: [1, 2] } }
const skills = [{ key: 'react', name: 'React', tier: 'gold', sci: 87, sciPoints: 871 }]
const passport = { uid: 'usr_1', user_id: 'usr_1', displayName: 'Kim', verified: true, skills }

const strange = { status: 200, request_id: 'req_1' }

/** What is sent, and what becomes of answers. */
export const answerCases: readonly Case[] = [
  {
    name: 'one_call_is_one_request',
    script: [{ body: user }],
    call: { do: 'users.get', id: 'a/b ü' },
    outcome: userValue,
    requests: 1,
    sent: [{ method: 'GET', url: '/v1/users/a%2Fb%20%C3%BC', body: '' }],
  },
  {
    name: 'body_is_json',
    script: [{ status: 201, body: invite }],
    call: createInvite,
    outcome: ok({ id: 'inv_1', status: 'pending', raw: invite }),
    requests: 1,
    sent: [
      {
        method: 'POST',
        url: '/v1/assess/invites',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: '{"candidate_email":"kim@example.com","skill":"react"}',
      },
    ],
  },
  {
    name: 'unknown_field_passes',
    script: [{ body: { ...user, moon_phase: 'full' } }],
    call: getUser,
    outcome: ok({ id: 'usr_1', status: 'active', raw: { ...user, moon_phase: 'full' } }),
    requests: 1,
  },
  {
    name: 'unknown_enum_passes',
    script: [{ body: odd }],
    call: getUser,
    outcome: ok({ id: 'usr_1', status: 'hibernating', raw: odd }),
    requests: 1,
  },
  {
    name: 'answers_in_camel_case',
    script: [{ body: passport }],
    call: { do: 'verify.passport', user_id: 'usr_1' },
    outcome: ok({ display_name: 'Kim', sci_points: [871], raw: passport }),
    requests: 1,
    sent: [{ url: '/v1/verify/passport/usr_1' }],
  },
  {
    name: 'raw_response_reachable',
    script: [{ headers: { 'x-note': 'for you' }, body: user }],
    call: askResponse,
    outcome: ok({ ...response, note: 'for you', text }),
    requests: 1,
  },
  {
    name: 'rate_limit_parsed',
    script: [{ headers: limits, body: user }],
    call: askResponse,
    outcome: ok({ ...response, text, rate_limit: rateLimit }),
    requests: 1,
  },
  {
    name: 'raw_response_of_a_refusal_reachable',
    script: [
      { ...refusal(403, 'SCOPE_INSUFFICIENT', limits), body: { error: { code: 'X', message: 'No.' } } },
    ],
    call: askResponse,
    outcome: ok({
      ...response,
      status: 403,
      text: '{"error":{"code":"X","message":"No."}}',
      rate_limit: rateLimit,
    }),
    requests: 1,
  },
  {
    name: 'any_route_by_path',
    script: [{ status: 202, headers: { 'content-type': 'text/plain' }, body: 'plain' }],
    call: { do: 'request', method: 'post', path: '/v1/new/route?x=1', body: { y: [1, null] } },
    outcome: ok({ status: 202, text: 'plain' }),
    requests: 1,
    sent: [{ method: 'POST', url: '/v1/new/route?x=1', body: '{"y":[1,null]}' }],
  },
  ...['http://127.0.0.1:9/', '//127.0.0.1:9/', 'v1/me'].map((path): Case => ({
    name: `no_route_${path}`,
    script: [{}],
    call: { do: 'request', method: 'GET', path },
    outcome: failed('validation', 'PARAMETER_INVALID'),
    requests: 0,
  })),
  ...['plain text', '', '[]', '"text"', '5'].map((body): Case => ({
    name: `answer_that_is_no_object_${body}`,
    script: [{ body }],
    call: getUser,
    outcome: failed('server', 'RESPONSE_INVALID', strange),
    requests: 1,
  })),
  {
    name: 'key_masked_in_error_and_print',
    script: [refusal(401, 'AUTH_KEY_INVALID', {}, { message: `Unknown key ${sampleKey}` })],
    call: { do: 'print' },
    outcome: ok({
      client: expect.stringContaining(maskKey(sampleKey)),
      error: expect.stringContaining(`Unknown key ${maskKey(sampleKey)}`),
    }),
    requests: 1,
  },
  {
    name: 'key_of_others_masked_in_error',
    script: [refusal(401, 'AUTH_KEY_INVALID', {}, { message: `Unknown key ${sampleKey}` })],
    client: { api_key: 'sk_live_Z1b2C3d4E5f6G7h8I9j0K1l2M3n4O54Hm4lI' },
    call: { do: 'print' },
    outcome: ok({
      client: expect.stringContaining('sk_live_Z1b2…m4lI'),
      error: expect.stringContaining(`Unknown key ${maskKey(sampleKey)}`),
    }),
    requests: 1,
  },
]
