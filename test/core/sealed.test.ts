import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeWebhookSecret, openText, sealText } from '../../src/core/sealed.ts'
import { sign, verify } from '../../src/core/signature.ts'

const key = randomBytes(32)
const secret = makeWebhookSecret(randomBytes)
const sealed = sealText(key, secret, randomBytes)

test('what was sealed opens with the same key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(openText(key, sealText(key, text, randomBytes))).toBe(text)
    }),
  )
})

test('no other key opens it', () => expect(openText(randomBytes(32), sealed)).toBeNull())

test('nothing of the text shows, and no two seals are alike', () => {
  expect(sealed).not.toContain(secret.slice(6, 12))
  expect(Buffer.from(sealed, 'base64url').includes(secret)).toBe(false)
  expect(sealText(key, secret, randomBytes)).not.toBe(sealed)
})

test('a flipped bit anywhere is noticed', () => {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const [at, byte] of bytes.entries()) {
    const damaged = Buffer.from(bytes)
    damaged[at] = byte ^ 1
    expect(openText(key, damaged.toString('base64url'))).toBeNull()
  }
})

test.each(['', 'AAAA', 'not base64url!'])('%j is no sealed text', (text) =>
  expect(openText(key, text)).toBeNull(),
)

test('a new webhook secret is the prefix and 32 random bytes, and signs', () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(makeWebhookSecret(randomBytes)).not.toBe(secret)
  expect(makeWebhookSecret((count) => new Uint8Array(count))).toBe(`whsec_${'A'.repeat(43)}=`)
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1',
    'webhook-signature': sign(secret, 'evt_1', 1, '{}'),
  }
  expect(verify(secret, headers, '{}', 1)).toEqual({ ok: true })
})
