import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashSecret, makeKey, parseKey, secretFace } from '../../src/core/keys.ts'

const vector = 'sk_test_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O54Hm4lI'

test('the vector of the contract', () => expect(parseKey(vector)).toEqual({ ok: true, mode: 'sandbox' }))

test.each([
  ['', 'prefix'],
  ['Bearer', 'prefix'],
  ['pk_test_A1b2', 'prefix'],
  [vector.slice(0, -1), 'length'],
  [`${vector}x`, 'length'],
  [vector.replace('A1b2', 'A1-2'), 'alphabet'],
  [vector.replace('A1b2', 'A1b3'), 'checksum'],
  [vector.replace('sk_test_', 'sk_live_'), 'checksum'],
  [`${vector.slice(0, -1)}J`, 'checksum'],
])('%j is malformed by its %s', (text, reason) => expect(parseKey(text)).toEqual({ ok: false, reason }))

describe('made keys', () => {
  test.each(['sandbox', 'live'] as const)('of %s are read back', (mode) => {
    const key = makeKey(mode, randomBytes)
    expect(key).toMatch(mode === 'live' ? /^sk_live_[0-9A-Za-z]{36}$/ : /^sk_test_[0-9A-Za-z]{36}$/)
    expect(parseKey(key)).toEqual({ ok: true, mode })
  })
  test('one wrong character is always noticed', () => {
    const change = fc.tuple(fc.nat({ max: 35 }), fc.constantFrom('0', '1', '8', '9', 'A', 'Z', 'a', 'z'))
    fc.assert(
      fc.property(change, ([place, character]) => {
        const at = 8 + place
        const altered = vector.slice(0, at) + character + vector.slice(at + 1)
        expect(parseKey(altered).ok).toBe(altered === vector)
      }),
    )
  })
  test('bytes that would favour some characters are dropped, and more are asked for', () => {
    const supplies = [
      new Uint8Array(30).fill(248),
      new Uint8Array(30).fill(255),
      new Uint8Array(30).fill(247),
    ]
    const key = makeKey('sandbox', () => supplies.shift() ?? new Uint8Array(0))
    expect(key.slice(8, 38)).toBe('z'.repeat(30))
    expect(supplies).toEqual([])
  })
  test('every character is equally likely', () => {
    const every = Uint8Array.from({ length: 248 }, (_, byte) => byte)
    const drawn = new Map<string, number>()
    for (let from = 0; from < 240; from += 30) {
      for (const character of makeKey('live', () => every.subarray(from, from + 30)).slice(8, 38)) {
        drawn.set(character, (drawn.get(character) ?? 0) + 1)
      }
    }
    expect([...drawn.values()].every((times) => times === 4 || times === 3)).toBe(true)
    expect(drawn.size).toBe(62)
  })
})

test('what is kept and what is shown', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(secretFace(vector)).toEqual({ prefix: 'sk_test_A1b2', last4: 'm4lI' })
})
