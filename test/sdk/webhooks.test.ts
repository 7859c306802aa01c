import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { sign } from '../../src/core/signature.ts'
import { ValidationError, webhooks, WebhookVerificationError } from '../../src/sdk/index.ts'
import vectors from '../vectors/webhook-vectors.json' with { type: 'json' }
import { freshSandbox } from '../sandbox.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const now = 1_800_000_000
const body = '{"id":"evt_1","event":"webhook.test","webhook_id":"we_1"}'

function signedHeaders(by: string | readonly string[], text = body, at = now) {
  return {
    'Webhook-Id': 'evt_1',
    'webhook-timestamp': String(at),
    'webhook-signature': sign(by, 'evt_1', at, text),
  }
}

function refused(work: () => unknown): WebhookVerificationError {
  try {
    work()
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error
    throw error
  }
  throw new Error('It was taken for genuine')
}

test.each(vectors.sign)('the vector $id', ({ secret: by, id, timestamp, body: text, signature }) => {
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
  const outcome = (): unknown => webhooks.verify(text, headers, by, { now: timestamp })
  if (text.includes('"event"')) expect(outcome()).toEqual(JSON.parse(text))
  else expect(refused(outcome).code).toBe('BODY_INVALID')
})

test.each([
  ['text', body],
  ['bytes', new TextEncoder().encode(body)],
  ['a buffer', Buffer.from(body)],
])('a body as %s gives the event', (_, raw) => {
  expect(webhooks.verify(raw, signedHeaders(secret), secret, { now })).toEqual(JSON.parse(body))
})

test('headers as an object of fetch, and several secrets while one is replaced', () => {
  const headers = new Headers(signedHeaders(other))
  expect(webhooks.verify(body, headers, [secret, other], { now }).id).toBe('evt_1')
  expect(webhooks.verify(body, signedHeaders([secret, other]), secret, { now }).id).toBe('evt_1')
})

test.each([
  [
    'another secret',
    () => webhooks.verify(body, signedHeaders(other), secret, { now }),
    'SIGNATURE_MISMATCH',
  ],
  [
    'an old one',
    () => webhooks.verify(body, signedHeaders(secret, body, now - 301), secret, { now }),
    'TIMESTAMP_TOO_OLD',
  ],
  [
    'one ahead',
    () => webhooks.verify(body, signedHeaders(secret, body, now + 301), secret, { now }),
    'TIMESTAMP_IN_FUTURE',
  ],
  ['no headers', () => webhooks.verify(body, {}, secret, { now }), 'HEADER_MISSING'],
  [
    'no version v1',
    () => webhooks.verify(body, { ...signedHeaders(secret), 'webhook-signature': 'v2,abc' }, secret, { now }),
    'SIGNATURE_ABSENT',
  ],
])('%s is refused as %s', (_, work, code) => {
  expect(refused(work).code).toBe(code)
})

test('a body that was parsed and written again is recognised, with what to do', () => {
  const sent = '{"id":"evt_1", "event":"webhook.test"}'
  const again = JSON.stringify(JSON.parse(sent), null, 2)
  const error = refused(() =>
    webhooks.verify(JSON.stringify(JSON.parse(body), null, 2), signedHeaders(secret), secret, { now }),
  )
  expect(error).toMatchObject({
    code: 'SIGNATURE_MISMATCH',
    mistake: 'BODY_RESERIALISED',
    fix: expect.stringContaining('express.raw()'),
  })
  expect(refused(() => webhooks.verify(again, signedHeaders(secret, sent), secret, { now })).code).toBe(
    'SIGNATURE_MISMATCH',
  )
})

test.each([
  ['a parsed body', () => webhooks.verify(JSON.parse(body), signedHeaders(secret), secret), 'raw bytes'],
  ['no secret', () => webhooks.verify(body, signedHeaders(secret), []), 'no webhook secret'],
  [
    'something else than a secret',
    () => webhooks.verify(body, signedHeaders(secret), 'whsec_??', { now }),
    'webhook secret is',
  ],
])('%s is a mistake of the caller, explained', (_, work, told) => {
  expect(work).toThrow(ValidationError)
  expect(work).toThrow(told)
})

test('a real delivery is the event it tells of, narrowed by its type', async () => {
  const received: { body: string; headers: Record<string, string | string[] | undefined> }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      received.push({ body: text, headers: request.headers })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const api = await freshSandbox()
  const made = await api.request('POST', '/v1/webhooks', {
    body: { url: `http://127.0.0.1:${port}/` },
  })
  await api.request('POST', '/v1/assess/invites', {
    body: { candidate_email: 'kim@example.com', skill: 'react' },
  })
  await expect.poll(() => received.length).toBe(1)
  const [delivery] = received
  const event = webhooks.verify(
    delivery?.body ?? '',
    delivery?.headers ?? {},
    String(Reflect.get(Object(made.body), 'secret')),
  )
  expect(event.event === 'invite.created' ? event.candidate_email : event.event).toBe('kim@example.com')
})
