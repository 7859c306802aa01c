import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { diagnose } from '../../src/core/diagnose.ts'
import type { Diagnosis, Suspect } from '../../src/core/diagnose.ts'
import { sign, verify } from '../../src/core/signature.ts'

const vectors = z
  .object({
    sign: z.array(
      z.object({
        secret: z.string(),
        id: z.string(),
        timestamp: z.number(),
        body: z.string(),
        signature: z.string(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../vectors/webhook-vectors.json', import.meta.url), 'utf8')))

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const encoded = secret.slice('whsec_'.length)
const otherSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const now = 1_774_008_000
const event = {
  id: 'evt_1',
  event: 'invite.created',
  created_at: '2026-03-20T12:00:00.000Z',
  note: 'café 🚀',
  list: [1, {}],
}
const sent = JSON.stringify(event)
const keyOrders = { 'invite.created': Object.keys(event) }
const right = sign(secret, 'evt_1', now, sent)
const rightDigest = right.slice('v1,'.length)

function headersWith(changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(now), 'webhook-signature': right, ...changes }
}

function examine(body: string | Uint8Array, changes: Partial<Suspect> = {}): Diagnosis {
  return diagnose({
    secrets: [{ secret }],
    headers: headersWith(),
    body: Buffer.from(body),
    now,
    keyOrders,
    ...changes,
  })
}

/** A request that is right in everything but its signature. */
function signedAs(signature: string, changes: Partial<Suspect> = {}): Diagnosis {
  return examine(sent, { headers: headersWith({ 'webhook-signature': signature }), ...changes })
}

function made(key: string | Uint8Array, text: string, encoding: 'base64' | 'hex' = 'base64'): string {
  return `v1,${createHmac('sha256', key).update(text).digest(encoding)}`
}

const key = Buffer.from(encoded, 'base64')
const content = `evt_1.${now}.${sent}`

describe('a signature that holds', () => {
  test.each(vectors.sign.slice(0, 2))('vector $id', ({ secret, id, timestamp, body, signature }) => {
    const headers = {
      'Webhook-Id': id,
      'WEBHOOK-TIMESTAMP': String(timestamp),
      'webhook-signature': `v1,AAAA ${signature}`,
    }
    expect(
      diagnose({ secrets: [{ secret }], headers, body: Buffer.from(body), now: timestamp + 12 }),
    ).toEqual({
      ok: true,
      reason: 'valid',
      explanation: 'The signature holds: made 12 s ago.',
      fix: null,
    })
  })

  test('with either secret of a rotation, and says which', () => {
    const secrets = [
      { secret: otherSecret, label: 'we_1' },
      { secret, label: 'we_1 (previous)' },
    ]
    expect(examine(sent, { secrets })).toMatchObject({
      ok: true,
      explanation: expect.stringContaining('the secret of we_1 (previous)'),
    })
  })
})

describe.each(vectors.sign.slice(0, 2))('vector $id', ({ secret, id, timestamp, body, signature }) => {
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
  test.each([
    ['body_newline_removed', body, `${body}\n`, headers],
    ['body_newline_added', `${body}\n`, body, headers],
  ])('%s', (reason, received, original) => {
    const signed = sign(secret, id, timestamp, original)
    const suspect = { secrets: [{ secret }], body: Buffer.from(received), now: timestamp }
    expect(diagnose({ ...suspect, headers: { ...headers, 'webhook-signature': signed } })).toMatchObject({
      ok: false,
      reason,
    })
  })
})

describe('a wrong secret', () => {
  test.each([
    ['secret_not_decoded', made(encoded, content)],
    ['secret_prefix_kept', made(secret, content)],
    ['secret_prefix_kept', made(Buffer.from(secret, 'base64'), content)],
  ])('%s', (reason, signature) => expect(signedAs(signature)).toMatchObject({ ok: false, reason }))

  test('a known one: whose it is', () => {
    const others = [
      { secret: 'whsec_AAAA', label: 'we_8' },
      { secret: otherSecret, label: 'we_9 (ended yesterday)' },
    ]
    const diagnosis = signedAs(sign(otherSecret, 'evt_1', now, sent), { others })
    expect(diagnosis).toMatchObject({
      reason: 'other_secret',
      explanation: expect.stringContaining('It is the secret of we_9 (ended yesterday).'),
    })
  })

  test.each([`${secret}\n`, ` ${secret} `, `"${secret}"`, `'${secret}'\n`])('%j', (padded) =>
    expect(examine(sent, { secrets: [{ secret: padded }] })).toMatchObject({ reason: 'secret_padded' }),
  )

  test.each(['sk_test_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O54Hm4lI', '', 'not base64!'])('%j is none', (text) => {
    const diagnosis = examine(sent, { secrets: [{ secret: text, label: 'the flag --secret' }] })
    expect(diagnosis).toMatchObject({
      reason: 'secret_malformed',
      explanation: expect.stringContaining('It is the flag --secret.'),
    })
  })

  test('text that was used as the key is told, though it is no base64', () =>
    expect(signedAs(made('not base64!', content), { secrets: [{ secret: 'not base64!' }] })).toMatchObject({
      reason: 'secret_not_decoded',
    }))
})

describe('a changed body', () => {
  const sorted = Object.fromEntries(Object.entries(event).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const python =
    '{"id": "evt_1", "event": "invite.created", "created_at": "2026-03-20T12:00:00.000Z", "note": "caf\\u00e9 \\ud83d\\ude80", "list": [1, {}]}'

  test.each([
    ['body_reserialised', JSON.stringify(event, null, 2)],
    ['body_reserialised', JSON.stringify(event, null, 4)],
    ['body_reserialised', python],
    ['body_reserialised', `${JSON.stringify(event, null, 2)}\n`],
    ['body_keys_sorted', JSON.stringify(sorted)],
    ['body_keys_sorted', JSON.stringify(sorted, null, 2)],
    ['body_newline_added', `${sent}\n`],
    ['body_newline_added', `${sent}\r\n`],
    ['body_quoted', JSON.stringify(sent)],
    ['body_base64', Buffer.from(sent).toString('base64')],
    ['body_charset', Buffer.from(Buffer.from(sent).toString('latin1'), 'utf8')],
    ['body_byte_order_mark', `\ufeff${sent}`],
    ['body_empty', ''],
  ])('%s: %j', (reason, body) => expect(examine(body)).toMatchObject({ ok: false, reason }))

  const lines = JSON.stringify(event, null, 2)
  test.each([
    ['body_crlf', lines, lines.replaceAll('\n', '\r\n')],
    ['body_lf', lines.replaceAll('\n', '\r\n'), lines],
    ['body_newline_removed', `${sent}\n`, sent],
    ['body_newline_removed', `${sent}\r\n`, sent],
    ['signed_pretty_2', lines, sent],
    ['signed_pretty_4', JSON.stringify(event, null, 4), sent],
    ['signed_spaced', python, sent],
    ['signed_sorted', JSON.stringify(sorted), sent],
    ['signed_sorted', JSON.stringify(sorted, null, 2), sent],
    ['signed_empty', '', sent],
  ])('%s, signed %j, received %j', (reason, original, received) => {
    const headers = headersWith({ 'webhook-signature': sign(secret, 'evt_1', now, original) })
    expect(examine(received, { headers })).toMatchObject({ ok: false, reason })
  })
})

describe('wrong headers', () => {
  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', (name) => {
    const headers = Object.fromEntries(Object.entries(headersWith()).filter(([known]) => known !== name))
    expect(examine(sent, { headers })).toMatchObject({
      reason: 'header_missing',
      explanation: expect.stringContaining(`Missing: ${name}.`),
    })
  })

  test.each([
    ['signature_hex', made(key, content, 'hex')],
    ['signature_hex', made(key, content, 'hex').toUpperCase().replace('V1', 'v1')],
    ['signature_base64url', right.slice(0, -1)],
    ['signature_truncated', right.slice(0, 11)],
    ['signature_tag', `v2,${rightDigest}`],
    ['signature_tag', `v1=${rightDigest}`],
    ['signature_tag', rightDigest],
    ['signature_absent', 'v1,'],
    ['signature_absent', 'v1a,AAAA'],
    ['signed_body_only', made(key, sent)],
    ['signed_without_id', made(key, `${now}.${sent}`)],
    ['id_wrong', made(key, `dlv_7.${now}.${sent}`)],
    ['timestamp_milliseconds', made(key, `evt_1.${now}000.${sent}`)],
    ['signature_mismatch', 'v1,AAAA'],
    ['signature_mismatch', sign(otherSecret, 'evt_1', now, sent)],
  ])('%s: %s', (reason, signature) => {
    const headers = headersWith({ 'webhook-signature': signature, 'skillpass-delivery': 'dlv_7' })
    expect(examine(sent, { headers })).toMatchObject({ ok: false, reason })
  })

  test('a signature in base64 for URLs', () => {
    const url = rightDigest.replaceAll('+', '-').replaceAll('/', '_')
    expect(url).not.toBe(rightDigest)
    expect(signedAs(`v1,${url}`)).toMatchObject({ reason: 'signature_base64url' })
  })

  test('another id in the header than the one that was signed, and which it was', () => {
    const headers = headersWith({ 'webhook-id': 'dlv_7' })
    expect(examine(sent, { headers })).toMatchObject({
      reason: 'id_wrong',
      explanation: expect.stringContaining('evt_1'),
    })
  })

  test('signatures with commas between them', () =>
    expect(signedAs(`v1,AAAA,${right}`)).toMatchObject({ ok: false, reason: 'signature_separator' }))

  test('signatures as HTTP joins repeated headers', () => {
    expect(signedAs(`v1,AAAA, ${right}`)).toMatchObject({ ok: true })
    expect(signedAs(`${right}, v1,AAAA`)).toMatchObject({ ok: false, reason: 'signature_separator' })
  })
})

describe('time', () => {
  const at = (timestamp: string | number) =>
    headersWith({
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(secret, 'evt_1', timestamp, sent),
    })

  test.each([
    [now - 301, 'timestamp_too_old', 'It is 301 s old; 300 s are allowed.'],
    [now + 301, 'timestamp_in_future', 'It is 301 s ahead; 300 s are allowed.'],
    [`${now}123`, 'timestamp_milliseconds', `The header says ${now}123.`],
    [now + 0.5, 'timestamp_malformed', `It is "${now}.5".`],
    ['2026-03-20', 'timestamp_malformed', 'It is "2026-03-20".'],
  ])('%s is %s', (timestamp, reason, detail) =>
    expect(examine(sent, { headers: at(timestamp) })).toMatchObject({
      ok: false,
      reason,
      explanation: expect.stringContaining(detail),
    }),
  )

  test('the header in milliseconds, the signature in seconds', () =>
    expect(examine(sent, { headers: headersWith({ 'webhook-timestamp': `${now}123` }) })).toMatchObject({
      reason: 'timestamp_milliseconds',
    }))

  test.each([now - 300, now + 300])('%i is allowed', (timestamp) =>
    expect(examine(sent, { headers: at(timestamp) })).toMatchObject({ ok: true }),
  )

  test('the tolerance can be chosen', () =>
    expect(examine(sent, { headers: at(now - 20), toleranceSeconds: 10 })).toMatchObject({
      reason: 'timestamp_too_old',
    }))

  test('a stale timestamp is told beside another mistake', () => {
    const { reason, explanation } = examine(JSON.stringify(event, null, 2), { now: now + 1_000 })
    expect(reason).toBe('body_reserialised')
    expect(explanation).toContain('1000 s old')
  })
})

describe('two mistakes at once', () => {
  test('are both named, with both fixes', () => {
    const { reason, explanation, fix } = signedAs(made(encoded, content, 'hex'))
    expect(reason).toBe('secret_not_decoded')
    expect(explanation).toContain('Besides: It is written in hexadecimal.')
    expect(fix).toContain('whsec_')
    expect(fix).toContain('digest("base64")')
  })

  test('the fewest that explain it are named', () =>
    // The empty body is compact JSON as well, and sorted.
    expect(signedAs(sign(secret, 'evt_1', now, ''))).toMatchObject({
      explanation: expect.not.stringContaining('Besides'),
    }))
})

test('it holds exactly when verify says so', () => {
  const texts = fc.oneof(fc.constant(sent), fc.json(), fc.string())
  const signatures = fc.oneof(
    fc.constant(right),
    fc.string(),
    fc.constant(`v1,AAAA ${right}`),
    fc.constant(`${right}, v1,AAAA`),
  )
  fc.assert(
    fc.property(texts, signatures, fc.integer({ min: -600, max: 600 }), (body, signature, skew) => {
      const headers = headersWith({ 'webhook-signature': signature })
      const { ok } = examine(body, { headers, now: now + skew })
      expect(ok).toBe(verify(secret, headers, body, now + skew).ok)
    }),
  )
})

test('a body of 256 KiB is examined quickly enough to wait for', () => {
  const body = JSON.stringify({ text: 'x'.repeat(256 * 1024) })
  expect(
    examine(body, { others: Array.from({ length: 10 }, () => ({ secret: otherSecret })) }),
  ).toMatchObject({
    reason: 'signature_mismatch',
  })
})
