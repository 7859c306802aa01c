import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/core/canonical.ts'
import { evidenceHash, genesisHash, verifyChain } from '../../src/core/evidence-hash.ts'
import type { ChainedEvidence, ImmutableEvidence } from '../../src/core/evidence-hash.ts'

describe('canonical JSON', () => {
  test('sorted keys at every depth, no spaces, absent instead of undefined', () => {
    const value = { b: [{ z: 1, y: undefined, x: 'é"\n' }], a: null, A: 1.5 }
    expect(canonicalJson(value)).toBe('{"A":1.5,"a":null,"b":[{"x":"é\\"\\n","z":1}]}')
  })
  test('reads back to the same value, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(reversed(value))).toBe(text)
      }),
    )
  })
  test.each([Number.NaN, Infinity, undefined, () => 1, 1n])('%s is refused', (value) =>
    expect(() => canonicalJson(value)).toThrow(TypeError),
  )
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  )
}

const first: ImmutableEvidence = {
  id: 'evd_1',
  user_id: 'alex',
  skill: 'react',
  type: 'session',
  occurred_on: '2026-03-20',
  recorded_at: '2026-03-20T12:00:00.000Z',
  quality: 0.8,
  source: null,
  actor: 'key_1',
  summary: 'Pairing on hooks',
  url: null,
  rating: 4,
  partner_id: 'ben',
  score: null,
  max_score: null,
  endorser_id: null,
  endorser_tier: null,
  endorser_name: null,
}

function chain(count: number): ChainedEvidence[] {
  const entries: ChainedEvidence[] = []
  let prev_hash = genesisHash
  for (let at = 0; at < count; at++) {
    const facts = { ...first, id: `evd_${at}` }
    const hash = evidenceHash(prev_hash, facts)
    entries.push({ ...facts, prev_hash, hash })
    prev_hash = hash
  }
  return entries
}

describe('the evidence chain', () => {
  test('the hash is plain SHA-256 over text that anyone can rebuild', () => {
    const text = genesisHash + JSON.stringify(first, Object.keys(first).toSorted())
    expect(evidenceHash(genesisHash, first)).toBe(createHash('sha256').update(text).digest('hex'))
  })
  test('what may change later is not part of it', () => {
    const row = { ...first, status: 'disputed', status_reason: 'wrong person' }
    expect(evidenceHash(genesisHash, row)).toBe(evidenceHash(genesisHash, first))
  })
  test.each(Object.keys(first))('%s is part of it', (field) => {
    expect(evidenceHash(genesisHash, { ...first, [field]: 'other' })).not.toBe(
      evidenceHash(genesisHash, first),
    )
  })
  test('whole', () => {
    const entries = chain(5)
    expect(verifyChain(entries, { head: entries.at(-1)?.hash ?? '' })).toBeNull()
    expect(verifyChain([], { head: genesisHash })).toBeNull()
  })
  test('an altered entry', () => {
    const entries = chain(5).map((entry, at) => (at === 2 ? { ...entry, summary: 'better' } : entry))
    expect(verifyChain(entries)).toEqual({ index: 2, id: 'evd_2', reason: 'content' })
  })
  test('an altered entry with a new hash breaks the next link', () => {
    const entries = chain(5).map((entry, at) => {
      if (at !== 2) return entry
      const altered = { ...entry, summary: 'better' }
      return { ...altered, hash: evidenceHash(altered.prev_hash, altered) }
    })
    expect(verifyChain(entries)).toEqual({ index: 3, id: 'evd_3', reason: 'link' })
  })
  test('a missing, a moved, and the newest missing', () => {
    const entries = chain(5)
    expect(verifyChain(entries.toSpliced(1, 1))).toEqual({ index: 1, id: 'evd_2', reason: 'link' })
    expect(verifyChain(entries.toReversed())).toEqual({ index: 0, id: 'evd_4', reason: 'link' })
    const head = entries.at(-1)?.hash ?? ''
    expect(verifyChain(entries.slice(0, 4), { head })).toEqual({ index: 4, id: null, reason: 'head' })
  })
  test('after erasure contents are gone and links still hold', () => {
    const blank = { summary: null, partner_id: null, rating: null }
    const entries = chain(3).map((entry) => ({ ...entry, ...blank }))
    expect(verifyChain(entries)).toMatchObject({ index: 0, reason: 'content' })
    expect(verifyChain(entries, { erased: true })).toBeNull()
    expect(verifyChain(entries.slice(1), { erased: true })).toMatchObject({ index: 0, reason: 'link' })
  })
})
