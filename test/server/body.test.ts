import { describe, expect, test } from 'vitest'
import { expectError, expectStatus, sharedSandbox } from '../sandbox.ts'

const sandbox = await sharedSandbox()
const limit = 256 * 1024
const json = { 'content-type': 'application/json', authorization: `Bearer ${sandbox.apiKey}` }

/** A valid user of exactly so many bytes: JSON may end in spaces. */
function userOf(bytes: number): string {
  return '{"display_name":"Kim Doe"}'.padEnd(bytes)
}

describe('size', () => {
  test('256 KiB exactly is taken, declared and chunked', async () => {
    const body = userOf(limit)
    expectStatus(await sandbox.request('POST', '/v1/users', { body }), 201)
    expectStatus(await sandbox.raw('POST', '/v1/users', { headers: json, chunks: [body] }), 201)
  })

  test('a declared body over it is refused before it is sent', async () => {
    const headers = { ...json, 'content-length': String(limit + 1) }
    const answer = expectError(await sandbox.raw('POST', '/v1/users', { headers }), 'PAYLOAD_TOO_LARGE')
    expect(answer.status).toBe(413)
    expect(answer.at('error.details.limit_bytes')).toBe(limit)
    expect(answer.headers.get('connection')).toBe('close')
  })

  test('a chunked body is refused at the byte over it', async () => {
    const chunks = [userOf(limit), ' ']
    expectError(await sandbox.raw('POST', '/v1/users', { headers: json, chunks }), 'PAYLOAD_TOO_LARGE')
  })

  test.each([limit + 1, 4 * limit, 40 * limit])(
    'a client that sends %i bytes reads the answer',
    async (bytes) => {
      for (let round = 0; round < 5; round++) {
        expectError(await sandbox.request('POST', '/v1/users', { body: userOf(bytes) }), 'PAYLOAD_TOO_LARGE')
      }
    },
  )
})

describe('media type', () => {
  const body = userOf(0)
  const as = (type: string) => ({ body, headers: { 'content-type': type } })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/merge-patch+json'])(
    '%s is JSON',
    async (type) => {
      expectStatus(await sandbox.request('POST', '/v1/users', as(type)), 201)
    },
  )

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/jsonp'])(
    '%s is not',
    async (type) => {
      const answer = expectError(
        await sandbox.request('POST', '/v1/users', as(type)),
        'UNSUPPORTED_MEDIA_TYPE',
      )
      expect(answer.status).toBe(415)
      expect(answer.at('error.message')).toContain(type)
    },
  )

  test('a body without a type is refused, no body needs none', async () => {
    const { authorization } = json
    const bare = { headers: { authorization }, chunks: [body] }
    expectError(await sandbox.raw('POST', '/v1/users', bare), 'UNSUPPORTED_MEDIA_TYPE')
    const { id } = await sandbox.newKey(['read'])
    expectStatus(await sandbox.raw('POST', `/v1/keys/${id}/revoke`, { headers: { authorization } }), 200)
  })
})

describe('JSON', () => {
  test.each([
    ['{"display_name": "Kim",}', 'position 23'],
    ["{'display_name': 'Kim'}", 'position 1'],
    ['{"display_name": "Kim"', 'ends too early'],
    ['{"a":1} trailing', 'position 8'],
    ['\u0000', 'check quotes'],
  ])('%j: the message says where, and quotes nothing', async (body, place) => {
    const answer = expectError(await sandbox.request('POST', '/v1/users', { body }), 'BODY_MALFORMED')
    expect(answer.status).toBe(400)
    expect(answer.textAt('error.message')).toContain(place)
  })

  test('a secret in a broken body does not come back', async () => {
    const { secret } = await sandbox.newKey(['read'])
    for (const body of [`{"key":"${secret}"`, secret, `{"a":${secret}}`, `["${secret}",]`]) {
      const answer = expectError(await sandbox.request('POST', '/v1/users', { body }), 'BODY_MALFORMED')
      expect(answer.text).not.toContain(secret.slice(8, 20))
    }
  })

  test('bytes that are no UTF-8', async () => {
    const chunks = [Buffer.from('{"display_name":"K'), Buffer.of(0xff, 0xfe), Buffer.from('"}')]
    const answer = await sandbox.raw('POST', '/v1/users', { headers: json, chunks })
    expectError(answer, 'BODY_MALFORMED')
  })

  test('a character cut by a chunk border arrives whole', async () => {
    const bytes = Buffer.from('{"display_name":"ש🙂"}')
    const chunks = [...bytes].map((byte) => Buffer.of(byte))
    const answer = await sandbox.raw('POST', '/v1/users', { headers: json, chunks })
    expect(expectStatus(answer, 201).at('display_name')).toBe('ש🙂')
  })

  test.each(['null', '[]', '"text"', '1'])('%s is JSON, and no object', async (body) => {
    const answer = expectError(await sandbox.request('POST', '/v1/users', { body }), 'VALIDATION_FAILED')
    expect(answer.at('error.details')).toEqual([
      { pointer: '', code: 'invalid_type', message: 'The body must be an object.' },
    ])
  })

  test('a name of the language is a field like any other', async () => {
    const body = '{"display_name":"Kim","__proto__":{"id":"x"}}'
    const answer = expectError(await sandbox.request('POST', '/v1/users', { body }), 'VALIDATION_FAILED')
    expect(answer.at('error.details.0.pointer')).toBe('/__proto__')
  })

  test('deeper than 32 levels is refused, however small', async () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    expectError(await sandbox.request('POST', '/v1/users', { body: nested(32) }), 'VALIDATION_FAILED')
    for (const levels of [33, 40_000]) {
      expectError(await sandbox.request('POST', '/v1/users', { body: nested(levels) }), 'BODY_MALFORMED')
    }
  })

  test('a GET takes no body', async () => {
    const answer = await sandbox.raw('GET', '/v1/me', { headers: json, chunks: ['{}'] })
    expectError(answer, 'BODY_MALFORMED')
  })
})
