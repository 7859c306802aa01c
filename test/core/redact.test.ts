import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeKey } from '../../src/core/keys.ts'
import { redactBody, redactHeaders, redactJson, redactText } from '../../src/core/redact.ts'

const key = 'sk_test_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O54Hm4lI'
const webhook = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+/8='
const token = 'aW52XzAx.dG9rZW4-_x'

describe('text', () => {
  test.each([
    ['nothing to hide', 'nothing to hide'],
    [`key ${key}, ok`, 'key sk_test_…m4lI, ok'],
    [`a${key}b`, 'ask_test_…'],
    [key.slice(0, 30), 'sk_test_…'],
    ['prefix sk_test_A1b2', 'prefix sk_test_A1b2'],
    [`{${webhook}}`, '{whsec_…}'],
    [encodeURIComponent(webhook), 'whsec_…'],
    [`/i/${token}?lang=de`, '/i/…?lang=de'],
    [`http://127.0.0.1:4747/i/${token}`, 'http://127.0.0.1:4747/i/…'],
    [encodeURIComponent(`http://x/i/${token}`), 'http%3A%2F%2Fx%2Fi%2F…'],
    ['the route /i/{token}', 'the route /i/{token}'],
    ['/v1/webhooks?token=abc&x=1', '/v1/webhooks?token=[redacted]&x=1'],
    ['secret=abc&apiKey=def', 'secret=[redacted]&apiKey=[redacted]'],
    ['{"secret": "abc\\"d", "x": 1', '{"secret": "[redacted]", "x": 1'],
    ['{"token":"cut off he', '{"token":"[redacted]"'],
    ['{"api_key":12345}', '{"api_key":"[redacted]"}'],
    [
      'GET / HTTP/1.1\r\nAuthorization: Basic dTpw\r\nHost: x',
      'GET / HTTP/1.1\r\nAuthorization: [redacted]\r\nHost: x',
    ],
    ['Set-Cookie: a=b; Path=/\nX: y', 'Set-Cookie: [redacted]\nX: y'],
  ])('%s', (text, clean) => {
    expect(redactText(text)).toBe(clean)
    expect(redactBody(text)).toBe(clean)
  })
})

describe('JSON bodies', () => {
  test('keep every byte that is not secret', () => {
    const text = `{ "id":"whk_1",\n "secret":"${webhook}", "secret_last4":"/8=", "secret_unavailable": true, "name":"é" }`
    expect(redactBody(text)).toBe(text.replace(`"${webhook}"`, '"[redacted]"'))
  })
  test('null shows that there was nothing', () =>
    expect(redactBody('{"invite_url":null,"secret":null}')).toBe('{"invite_url":null,"secret":null}'))
  test.each([
    'secret',
    'invite_url',
    'inviteUrl',
    'token',
    'api_key',
    'apiKey',
    'authorization',
    'Cookie',
    'set-cookie',
  ])('the field %s', (name) => {
    const body = { deep: [{ [name]: 'abcdef' }] }
    expect(redactJson(body)).toEqual({ deep: [{ [name]: '[redacted]' }] })
    expect(JSON.parse(redactBody(JSON.stringify(body)))).toEqual({ deep: [{ [name]: '[redacted]' }] })
  })
  test('secrets in values, in names, and behind escapes', () => {
    const escaped = key.replace('sk_', String.raw`\u0073k_`)
    expect(redactBody(`{"note":"${escaped}"}`)).toBe('{"note":"sk_test_…m4lI"}')
    expect(redactBody(String.raw`{"\u0073ecret":"abc"}`)).toBe('{"secret":"[redacted]"}')
    expect(redactBody(String.raw`{"url":"http:\/\/x\/i\/abcdef"}`)).toBe(
      String.raw`{"url":"http:\/\/x\/i\/…"}`,
    )
    expect(redactJson({ [key]: { token: { a: 'b' } } })).toEqual({ 'sk_test_…m4lI': { token: '[redacted]' } })
    expect(redactBody('{"token":{"a":"b"},"secret":["c"]}')).toBe(
      '{"token":"[redacted]","secret":"[redacted]"}',
    )
  })
  test('a stored object is copied, not changed', () => {
    const value = Object.freeze({ secret: 'abc', list: Object.freeze([1, null, true]) })
    expect(redactJson(value)).toEqual({ secret: '[redacted]', list: [1, null, true] })
  })
})

test('headers', () => {
  const headers = {
    Authorization: `Bearer ${key}`,
    cookie: 'session=1',
    'set-cookie': 'session=1',
    'x-api-key': 'abc',
    referer: `http://127.0.0.1/i/${token}`,
    'user-agent': 'curl/8',
    'www-authenticate': 'Bearer error="insufficient_scope"',
  }
  expect(redactHeaders(headers)).toEqual({
    Authorization: '[redacted]',
    cookie: '[redacted]',
    'set-cookie': '[redacted]',
    'x-api-key': '[redacted]',
    referer: 'http://127.0.0.1/i/…',
    'user-agent': 'curl/8',
    'www-authenticate': 'Bearer error="insufficient_scope"',
  })
})

test('no secret survives, wherever in whatever body it stands', () => {
  const secrets = fc.constantFrom(
    () => makeKey('live', randomBytes).slice(8),
    () => randomBytes(32).toString('base64'),
    () => randomBytes(24).toString('base64url'),
  )
  const place = fc.constantFrom<(secret: string) => unknown>(
    (secret) => ({ a: `x sk_live_${secret}` }),
    (secret) => ({ a: [`whsec_${secret}`] }),
    (secret) => `http://h/i/${encodeURIComponent(secret)}?a`,
    (secret) => ({ b: { secret } }),
    (secret) => ({ headers: { authorization: `Bearer ${secret}` } }),
    (secret) => ({ [`whsec_${secret}`]: 1 }),
  )
  fc.assert(
    fc.property(secrets, place, fc.jsonValue(), fc.boolean(), (make, put, other, escape) => {
      const secret = make().replaceAll(/[^0-9A-Za-z]/g, 'x')
      const json = JSON.stringify([put(secret), other])
      const text = escape ? json.replaceAll('k_', String.raw`\u006b_`) : json
      expect(redactBody(text)).not.toContain(secret)
      expect(JSON.parse(redactBody(text))).toHaveLength(2)
    }),
  )
})
