import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apportion } from '../../src/core/apportion.ts'
import { assessmentQuality, endorsementQuality, passes, sessionQuality } from '../../src/core/quality.ts'
import { compareTiers, parseTier, tierLabel, tierOf } from '../../src/core/tiers.ts'

test.each([
  [0, 'T0'],
  [1, 'T1'],
  [399, 'T1'],
  [400, 'T2'],
  [749, 'T2'],
  [750, 'T3'],
  [879, 'T3'],
  [880, 'T4'],
  [949, 'T4'],
  [950, 'T5'],
  [1000, 'T5'],
])('%i points are %s', (points, tier) => expect(tierOf(points)).toBe(tier))

test.each([
  ['T3', 'T3'],
  ['t3', 'T3'],
  ['proficient', 'T3'],
  [' Expert ', 'T5'],
  ['unrated', 'T0'],
  ['T6', null],
  ['', null],
  ['constructor', null],
])('%j is read as %s', (text, tier) => expect(parseTier(text)).toBe(tier))

test('tiers compare by height and have labels', () => {
  expect(compareTiers('T2', 'T3')).toBeLessThan(0)
  expect(compareTiers('T5', 'T4')).toBeGreaterThan(0)
  expect(compareTiers('T1', 'T1')).toBe(0)
  expect(tierLabel('T4')).toBe('advanced')
})

describe('quality', () => {
  test.each([
    [null, 0.8],
    [0, 0],
    [4, 0.8],
    [4.5, 0.9],
    [5, 1],
  ])('a session rated %s', (rating, quality) => expect(sessionQuality(rating)).toBe(quality))
  test.each([
    [87, 100, 0.87],
    [1.005, 1, 1],
    [14.5, 100, 0.15],
    [57.5, 100, 0.58],
    [2, 3, 0.67],
    [0, 40, 0],
  ])('%d of %d', (score, max, quality) => expect(assessmentQuality(score, max)).toBe(quality))
  test('an endorsement weighs by its giver; from below T2 or from outside, nothing', () => {
    const givers = [null, 'T0', 'T1', 'T2', 'T3', 'T4', 'T5'] as const
    expect(givers.map(endorsementQuality)).toEqual([0, 0, 0, 0.4, 0.6, 0.8, 1])
  })
  test('0.60 is passed', () => expect([passes(0.59), passes(0.6)]).toEqual([false, true]))
})

test('apportioning adds up, stays within one of each share, and gives nothing to nothing', () => {
  const weights = fc.array(fc.double({ min: 0, max: 1e8, noNaN: true }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), weights, (total, list) => {
      const sum = list.reduce((a, b) => a + b, 0)
      const shares = apportion(total, list)
      expect(shares.reduce((a, b) => a + b, 0)).toBe(sum === 0 ? 0 : total)
      for (const [at, weight] of list.entries()) {
        const share = shares[at] ?? -1
        if (weight === 0) expect(share).toBe(0)
        else expect(Math.abs(share - (total * weight) / sum)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('equal remainders go to the earlier one', () => expect(apportion(5, [1, 1, 1])).toEqual([2, 2, 1]))
