import { describe, expect, test } from 'vitest'
import { emailKey, isEmail } from '../../src/core/email.ts'
import { createIds, ulidFloor } from '../../src/core/ids.ts'
import { nearest } from '../../src/core/nearest.ts'

describe('e-mail addresses', () => {
  test.each([
    'ada@example.com',
    '  ada@example.com ',
    'ada+react@example.com',
    "o'brien@example.co.uk",
    'ada@bücher.example',
    'ada@xn--bcher-kva.example',
    'अदा@उदाहरण.भारत',
    'ada@localhost',
    `${'a'.repeat(256)}@${'b'.repeat(63)}`,
  ])('%s', (text) => expect(isEmail(text)).toBe(true))
  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@@example.com',
    'a@b@example.com',
    'ada lovelace@example.com',
    'ada@exam ple.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com.',
    'ada@-example.com',
    'ada@example-.com',
    'Ada <ada@example.com>',
    'ada@example.com,ben@example.com',
    'ada\r\nbcc:x@example.com',
    'ada\u0000@example.com',
    'ada\u202e@example.com',
    `${'a'.repeat(257)}@${'b'.repeat(63)}`,
  ])('not %j', (text) => expect(isEmail(text)).toBe(false))
  test('only the domain is compared in lower case', () => {
    expect(emailKey(' Ada.L@Example.COM ')).toBe('Ada.L@example.com')
    expect(emailKey('ada@example.com')).not.toBe(emailKey('Ada@example.com'))
  })
})

describe('the nearest name', () => {
  const fields = ['candidate_email', 'candidate_name', 'skill', 'expires_at', 'expires_in', 'metadata']
  test.each([
    ['candidate_mail', 'candidate_email'],
    ['candidateEmail', 'candidate_email'],
    ['CANDIDATE-NAME', 'candidate_name'],
    ['skil', 'skill'],
    ['skills', 'skill'],
    ['expires', 'expires_at'],
    ['metdata', 'metadata'],
    ['colour', null],
    ['x', null],
    ['', null],
    ['skill'.repeat(100), null],
  ])('of %s is %s', (name, meant) => expect(nearest(name, fields)).toBe(meant))
})

describe('ids', () => {
  test('prefix and lower-case ULID, each after the one before, in one millisecond and when the clock slips', () => {
    const times = [1_774_008_000_000, 1_774_008_000_000.7, 1_774_008_000_001, 1_774_007_999_000]
    const made: string[] = []
    const { newId } = createIds(() => times[made.length % times.length] ?? 0)
    for (let count = 0; count < 5_000; count++) made.push(newId('inv'))
    expect(made[0]).toMatch(/^inv_[0-9a-hjkmnp-tv-z]{26}$/)
    expect(made).toEqual(made.toSorted())
    expect(new Set(made).size).toBe(made.length)
  })
  test('the floor of an instant parts the ids made before from those made at it', () => {
    const at = 1_774_008_000_000
    const lowest = createIds(
      () => at,
      (bytes) => bytes.fill(0),
    ).newId('evt')
    const before = createIds(
      () => at - 1,
      (bytes) => bytes.fill(255),
    ).newId('evt')
    expect(lowest).toBe(`evt_${ulidFloor(at)}`)
    expect(before < `evt_${ulidFloor(at)}`).toBe(true)
  })
})
