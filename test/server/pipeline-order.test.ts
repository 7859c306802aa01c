import { expect, test } from 'vitest'
import { expectError, expectStatus, sharedSandbox } from '../sandbox.ts'

/** A request with several faults is refused for the first one in the order of the contract. */

const sandbox = await sharedSandbox()

interface Draft {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Lacks every scope, has one request a minute, and has made it. */
const usedUp = await sandbox.newKey(['usage:read'], { rate_limit: { per_minute: 1, burst: 1 } })
/** The same, and revoked. */
const revoked = await sandbox.newKey(['usage:read'], { rate_limit: { per_minute: 1, burst: 1 } })
for (const { secret } of [usedUp, revoked]) {
  expectStatus(await sandbox.request('GET', '/v1/me', { key: secret }), 200)
}
expectStatus(await sandbox.request('POST', `/v1/keys/${revoked.id}/revoke`), 200)
const lacking = await sandbox.newKey(['usage:read'])

const whole: Draft = {
  method: 'POST',
  path: '/v1/users',
  key: sandbox.apiKey,
  headers: { 'content-type': 'application/json' },
  body: '{"display_name":"Kim Doe"}',
}

type Fault = readonly [code: string, (draft: Draft) => Draft]

const header =
  (name: string, value: string) =>
  (draft: Draft): Draft => ({ ...draft, headers: { ...draft.headers, [name]: value } })
const replaced =
  (part: Partial<Draft>) =>
  (draft: Draft): Draft => ({ ...draft, ...part })

const faults: readonly Fault[] = [
  ['HOST_FORBIDDEN', header('host', 'elsewhere.example')],
  ['ORIGIN_FORBIDDEN', header('origin', 'https://elsewhere.example')],
  ['ROUTE_NOT_FOUND', replaced({ path: '/v1/nothing-here' })],
  ['METHOD_NOT_ALLOWED', replaced({ method: 'DELETE' })],
  ['NOT_ACCEPTABLE', header('accept', 'text/html')],
  ['PAYLOAD_TOO_LARGE', (draft) => ({ ...draft, body: draft.body.padEnd(256 * 1024 + 1) })],
  ['AUTH_KEY_REVOKED', replaced({ key: revoked.secret })],
  ['RATE_LIMITED', replaced({ key: usedUp.secret })],
  ['SCOPE_INSUFFICIENT', replaced({ key: lacking.secret })],
  ['UNSUPPORTED_MEDIA_TYPE', header('content-type', 'text/plain')],
  ['BODY_MALFORMED', replaced({ body: '{"display_name":' })],
  ['IDEMPOTENCY_KEY_INVALID', header('idempotency-key', 'two words')],
  ['VALIDATION_FAILED', replaced({ body: '{}' })],
]

async function send(drafted: Draft) {
  const { method, path, key, headers, body } = drafted
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` }
  return await sandbox.raw(method, path, { headers: { ...authorization, ...headers }, chunks: [body] })
}

/** Earlier faults are put on last, so that they are there even where two change the same part. */
function draftWith(chosen: readonly Fault[]): Draft {
  return chosen.reduceRight((draft, [, spoil]) => spoil(draft), whole)
}

test('the request without a fault succeeds', async () => {
  expectStatus(await send(whole), 201)
})

for (const [place, [code]] of faults.entries()) {
  const next = faults[place + 1]
  test(`${code} before ${next?.[0] ?? 'the idempotency claim'}`, async () => {
    expectError(await send(draftWith(faults.slice(place, place + 2))), code)
  })
  test(`${code} before all that follow`, async () => {
    expectError(await send(draftWith(faults.slice(place))), code)
  })
}

test('validation before the claim: an invalid request does not meet the earlier one of its key', async () => {
  const headers = { 'idempotency-key': 'claimed' }
  const body = { id: 'first', display_name: 'Kim Doe' }
  expectStatus(await sandbox.request('POST', '/v1/users', { headers, body }), 201)
  expectError(await sandbox.request('POST', '/v1/users', { headers, body: {} }), 'VALIDATION_FAILED')
})

test('the claim before the operation: the same request again is a replay, not USER_EXISTS', async () => {
  const headers = { 'idempotency-key': 'replayed' }
  const body = { id: 'kim', display_name: 'Kim Doe' }
  expectStatus(await sandbox.request('POST', '/v1/users', { headers, body }), 201)
  const again = expectStatus(await sandbox.request('POST', '/v1/users', { headers, body }), 201)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expectError(await sandbox.request('POST', '/v1/users', { body }), 'USER_EXISTS')
})

test('another request under the key is refused before its operation is asked', async () => {
  const headers = { 'idempotency-key': 'other' }
  expectStatus(
    await sandbox.request('POST', '/v1/users', { headers, body: { id: 'lee', display_name: 'Lee' } }),
    201,
  )
  const other = { headers, body: { id: 'lee', display_name: 'Lee Doe' } }
  expectError(await sandbox.request('POST', '/v1/users', other), 'IDEMPOTENCY_KEY_REUSED')
})
