import { describe, expect, test } from 'vitest'
import { parseRawRequest } from '../../src/core/raw-request.ts'

function parsed(dump: string | Uint8Array): { headers: Readonly<Record<string, string>>; body: string } {
  const request = parseRawRequest(dump)
  if (!request.ok) throw new Error(request.problem)
  return { headers: request.headers, body: Buffer.from(request.body).toString('utf8') }
}

test('a request with its request line', () => {
  const dump = 'POST /hook?x=1 HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nWebhook-Id:  evt_1 \r\n\r\n{"note":"café"}'
  expect(parsed(dump)).toEqual({
    headers: { host: '127.0.0.1:3000', 'webhook-id': 'evt_1' },
    body: '{"note":"café"}',
  })
})

test('without it, with plain line ends, and a body of several lines', () =>
  expect(parsed('webhook-id: evt_1\nempty:\n\n{\n\n  "a": 1\r\n}\n')).toEqual({
    headers: { 'webhook-id': 'evt_1', empty: '' },
    body: '{\n\n  "a": 1\r\n}\n',
  }))

test('the body is kept byte for byte', () => {
  const bytes = Buffer.from([0xff, 0x00, 0x0a, 0x0d, 0xc3])
  const request = parseRawRequest(Buffer.concat([Buffer.from('a: b\r\n\r\n'), bytes]))
  expect(request.ok && Buffer.from(request.body).equals(bytes)).toBe(true)
})

test('a request without a body', () => {
  expect(parsed('webhook-id: evt_1\r\n\r\n')).toMatchObject({ body: '' })
  expect(parsed('webhook-id: evt_1\n')).toEqual({ headers: { 'webhook-id': 'evt_1' }, body: '' })
})

test('repeated headers are one, signatures as a list of signatures', () =>
  expect(
    parsed('Accept: a\naccept: b\nwebhook-signature: v1,A\nWebhook-Signature: v1,B\n\n').headers,
  ).toEqual({
    accept: 'a, b',
    'webhook-signature': 'v1,A v1,B',
  }))

test('names that objects have anyway, and those of HTTP/2', () =>
  expect(parsed(':method: POST\nconstructor: x\n\n').headers).toEqual({
    ':method': 'POST',
    constructor: 'x',
  }))

describe('Content-Length', () => {
  test('cuts the line break that an editor added', () =>
    expect(parsed('content-length: 2\n\n{}\n').body).toBe('{}'))
  test('keeps one that belongs to the body', () =>
    expect(parsed('content-length: 3\n\n{}\n').body).toBe('{}\n'))
  test('counts bytes', () => expect(parsed('content-length: 4\n\n"é"\r\n').body).toBe('"é"'))
  test('cuts nothing else: how the body differs is the question', () =>
    expect(parsed('content-length: 7\n\n{ "a": 1 }').body).toBe('{ "a": 1 }'))
  test('is passed over when it is no number', () => expect(parsed('content-length: x\n\n{}').body).toBe('{}'))
})

describe('a body in chunks', () => {
  const head = 'Transfer-Encoding: chunked\r\n\r\n'
  test('is put together', () =>
    expect(parsed(`${head}5\r\nhello\r\nA;note=1\r\n, world.\r\n\r\n0\r\n\r\n`).body).toBe(
      'hello, world.\r\n',
    ))
  test.each(['{"a":1}', '5\r\nhel', '5\r\nhelloX', 'zz\r\n', ''])('%j was put together before', (body) =>
    expect(parsed(head + body).body).toBe(body),
  )
})

test.each([
  ['{"event":"invite.created"}', /^"\{\\"event/],
  ['{\n  "a": 1\n}', /^"\{"/],
  ['', /^"" is no header/],
  [`${'x'.repeat(500)}\n\n`, /^"x{60}…" is no header/],
  ['POST / HTTP/1.1\nno header here\n\n', /^"no header here" is no header/],
])('%j is no request', (dump, problem) =>
  expect(parseRawRequest(dump)).toEqual({ ok: false, problem: expect.stringMatching(problem) }),
)
