import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sign, verify } from '../../src/core/signature.ts'

const signed = z.object({
  secret: z.string(),
  id: z.string(),
  timestamp: z.number(),
  body: z.string(),
  signature: z.string(),
})
const vectors = z
  .object({ sign: z.array(signed) })
  .parse(JSON.parse(readFileSync(new URL('../vectors/webhook-vectors.json', import.meta.url), 'utf8')))

describe.each(vectors.sign)('vector $body', ({ secret, id, timestamp, body, signature }) => {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  }
  test('is signed alike, as text and as bytes', () => {
    expect(sign(secret, id, timestamp, body)).toBe(signature)
    expect(sign([secret], id, timestamp, new TextEncoder().encode(body))).toBe(signature)
  })
  test('is accepted', () => expect(verify(secret, headers, body, timestamp)).toEqual({ ok: true }))
  test('is refused when a byte of the body differs', () =>
    expect(verify(secret, headers, `${body} `, timestamp)).toMatchObject({ reason: 'signature_mismatch' }))
})

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const otherSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const now = 1_774_008_000
const body = '{"event":"invite.created"}'
const right = sign(secret, 'evt_1', now, body)
const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(now), 'webhook-signature': right }
const signedWith = (signature: string) => ({ ...headers, 'webhook-signature': signature })

describe('accepted', () => {
  test('the right signature last in a list', () =>
    expect(
      verify(secret, signedWith(`v1,AAAA v2,x ${sign(otherSecret, 'evt_1', now, body)} ${right}`), body, now),
    ).toEqual({ ok: true }))
  test('header names in any case', () => {
    const shouted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    expect(verify(secret, shouted, body, now)).toEqual({ ok: true })
  })
  test('a Headers object', () =>
    expect(verify(secret, new Headers(headers), body, now)).toEqual({ ok: true }))
  test('headers as Node gives repeated ones', () =>
    expect(verify(secret, { ...headers, 'webhook-signature': ['v1,AAAA', right] }, body, now)).toEqual({
      ok: true,
    }))
  test('either secret of a rotation, on either side', () => {
    const both = sign([otherSecret, secret], 'evt_1', now, body)
    expect(both.split(' ')).toEqual([sign(otherSecret, 'evt_1', now, body), right])
    expect(verify(secret, signedWith(both), body, now)).toEqual({ ok: true })
    expect(verify([otherSecret, secret], headers, body, now)).toEqual({ ok: true })
  })
  test.each([-300, 0, 300])('a timestamp %d s off', (off) =>
    expect(verify(secret, headers, body, now + off)).toEqual({ ok: true }),
  )
  test('a secret without its prefix', () =>
    expect(verify(secret.slice(6), headers, body, now)).toEqual({ ok: true }))
})

describe('refused', () => {
  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', (header) => {
    expect(verify(secret, { ...headers, [header]: undefined }, body, now)).toEqual({
      ok: false,
      reason: 'header_missing',
      header,
    })
  })
  test.each(['', ' ', '1e9', '-5', '1774008000.5', '0x10', '2026-03-20T12:00:00Z'])(
    'a timestamp of %j',
    (text) => {
      const { ok } = verify(secret, { ...headers, 'webhook-timestamp': text }, body, now)
      expect(ok).toBe(false)
    },
  )
  test.each([
    [301, 'timestamp_too_old'],
    [-301, 'timestamp_in_future'],
  ])('a timestamp %d s off', (off, reason) =>
    expect(verify(secret, headers, body, now + off)).toMatchObject({ reason, header: 'webhook-timestamp' }),
  )
  test('a narrower tolerance', () =>
    expect(verify(secret, headers, body, now + 11, 10)).toMatchObject({ reason: 'timestamp_too_old' }))
  test.each([
    ['v1,', 'signature_absent'],
    ['nonsense', 'signature_absent'],
    [right.replace('v1,', 'v2,'), 'signature_absent'],
    [right.replace('v1,', 'v1a,'), 'signature_absent'],
    [right.slice(0, 11), 'signature_mismatch'],
    [`${right}=`, 'signature_mismatch'],
    [sign(otherSecret, 'evt_1', now, body), 'signature_mismatch'],
    [sign(secret, 'evt_2', now, body), 'signature_mismatch'],
    [sign(secret, 'evt_1', now + 1, body), 'signature_mismatch'],
  ])('a signature of %j', (signature, reason) =>
    expect(verify(secret, signedWith(signature), body, now)).toEqual({
      ok: false,
      reason,
      header: 'webhook-signature',
    }),
  )
  test('no secret to check with', () =>
    expect(verify([], headers, body, now)).toMatchObject({ reason: 'signature_mismatch' }))
  test.each(['', 'whsec_', 'whsec_not base64', 'whsec_abc\n'])('%j is no secret', (text) =>
    expect(() => verify(text, headers, body, now)).toThrow(TypeError),
  )
})
