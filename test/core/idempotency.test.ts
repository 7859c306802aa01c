import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/core/error.ts'
import { fingerprint, parseIdempotencyKey, seal, unseal } from '../../src/core/idempotency.ts'

describe('the header', () => {
  test.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    [' 8e03978e-40d5-43dd-bc93-6894a57f9324 ', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ['a"b', 'a"b'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('%s', (header, key) => expect(parseIdempotencyKey(header)).toBe(key))

  test.each([
    ['', /is empty/],
    ['   ', /is empty/],
    ['""', /is empty/],
    ['"abc', /no quoted string/],
    ['"abc";v=1', /no quoted string/],
    ['"a"b"', /no quoted string/],
    [String.raw`"a\b"`, /no quoted string/],
    ['"a b"', /no quoted string/],
    ['a b', /visible ASCII/],
    ['abc, def', /visible ASCII/],
    ['schlüssel', /visible ASCII/],
    ['a\u0007', /visible ASCII/],
    ['x'.repeat(256), /has 256 characters/],
  ])('not %j', (header, message) => {
    const parse = () => parseIdempotencyKey(header)
    expect(parse).toThrow(message)
    expect(parse).toThrow(
      expect.toSatisfy((error) => error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_INVALID'),
    )
  })
})

describe('the fingerprint', () => {
  const request = {
    method: 'POST',
    route: '/v1/assess/invites',
    params: { id: 'inv_1' },
    query: { a: '1', b: '2' },
    body: { skill: 'react', metadata: { x: '1', y: '2' } },
  }
  const print = fingerprint(request)

  test('is the same for the same request, whatever the order of its fields', () => {
    const reordered = {
      body: { metadata: { y: '2', x: '1' }, skill: 'react' },
      query: { b: '2', a: '1' },
      params: { id: 'inv_1' },
      route: '/v1/assess/invites',
      method: 'POST',
    }
    expect(fingerprint(reordered)).toBe(print)
    expect(print).toMatch(/^[0-9a-f]{64}$/)
  })
  test.each([
    { method: 'PATCH' },
    { route: '/v1/keys' },
    { params: { id: 'inv_2' } },
    { query: { a: '1' } },
    { query: { a: '1', b: ['2'] } },
    { body: { skill: 'react', metadata: { x: '1', y: 2 } } },
    { body: { skill: 'react', metadata: { x: '1' } } },
    { body: undefined },
    { body: null },
  ])('differs with %j', (change) => expect(fingerprint({ ...request, ...change })).not.toBe(print))
  test('parts do not run into each other', () => {
    const shifted = { ...request, params: {}, query: { ...request.query, id: 'inv_1' } }
    expect(fingerprint(shifted)).not.toBe(print)
  })
})

describe('sealed answers', () => {
  test('open with the same secret and key, and with nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = seal('sk_test_a', 'key', text, randomBytes)
        expect(unseal('sk_test_a', 'key', sealed)).toBe(text)
        expect(unseal('sk_test_b', 'key', sealed)).toBeNull()
        expect(unseal('sk_test_a', 'kez', sealed)).toBeNull()
        expect(unseal('sk_test_', 'akey', sealed)).toBeNull()
      }),
      { numRuns: 30 },
    )
  })
  test('show nothing of the text, and never the same bytes twice', () => {
    const [once, again] = [1, 2].map(() => seal('sk_test_a', 'key', '{"secret":"sk_live_x"}', randomBytes))
    expect(Buffer.from(once ?? '', 'base64url').includes('sk_live')).toBe(false)
    expect(once).not.toBe(again)
  })
  test('damaged ones open to nothing', () => {
    const bytes = Buffer.from(seal('sk_test_a', 'key', 'text', randomBytes), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(unseal('sk_test_a', 'key', damaged.toString('base64url'))).toBeNull()
      expect(unseal('sk_test_a', 'key', bytes.subarray(0, at).toString('base64url'))).toBeNull()
    }
  })
})
