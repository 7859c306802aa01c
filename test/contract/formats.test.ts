import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  duration,
  email,
  id,
  instant,
  instantInput,
  metadata,
  skillKey,
  text,
  tierInput,
  userId,
  webUrl,
} from '../../src/contract/formats.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('e-mail', () => {
  test.each([
    'kim@example.com',
    'kim+tag@example.com',
    'KIM@Example.COM',
    'пример@пример.рф',
    'kim@xn--e1afmkfd.xn--p1ai',
    "o'neil.a-b_c@sub.example.co",
    'kim@localhost',
  ])('%s is kept as typed', (address) => {
    expect(email().parse(` ${address}\n`)).toBe(address)
  })

  test.each([
    '',
    'kim',
    '@example.com',
    'kim@',
    'a@b@c.d',
    'a b@c.d',
    'a@b..c',
    'a@.c',
    'a@c.',
    'a\u0000b@c.d',
    `${'a'.repeat(250)}@b.cd`,
  ])('%j is refused', (address) => {
    expect(accepts(email(), address)).toBe(false)
  })
})

describe('instants', () => {
  test.each([
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00.1234Z', '2026-03-01T09:30:00.123Z'],
    ['2026-03-01T09:30:00+02:00', '2026-03-01T07:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('%s', (given, wanted) => {
    expect(instantInput().parse(given)).toBe(wanted)
    expect(accepts(instant(), wanted)).toBe(true)
  })

  test.each([
    '',
    '2026-03-01',
    '2026-03-01T09:30:00',
    '2026-02-30T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T23:59:60Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-12:00',
    '1700000000',
    'tomorrow',
  ])('%j is refused', (given) => {
    expect(accepts(instantInput(), given)).toBe(false)
  })

  test('the service shows milliseconds and Z only', () => {
    expect(accepts(instant(), '2026-03-01T09:30:00Z')).toBe(false)
    expect(accepts(instant(), '2026-03-01T09:30:00.000+00:00')).toBe(false)
  })
})

test.each([
  [90, 90],
  ['45s', 45],
  ['90m', 5400],
  ['36h', 129_600],
  ['7d', 604_800],
  ['2w', 1_209_600],
])('duration %j is %i seconds', (given, seconds) => {
  expect(duration().parse(given)).toBe(seconds)
})

test.each(['7', '7 d', '-7d', '7D', '1.5h', 'P7D', '', 1.5, null])('duration %j is refused', (given) => {
  expect(accepts(duration(), given)).toBe(false)
})

test.each([
  ['T3', 'T3'],
  ['proficient', 'T3'],
  ['unrated', 'T0'],
  ['expert', 'T5'],
])('tier %s is %s', (given, wanted) => {
  expect(tierInput().parse(given)).toBe(wanted)
})

test('a tier has no other names', () => {
  for (const given of ['T6', 't3', 'Expert', 'toString', '']) expect(accepts(tierInput(), given)).toBe(false)
})

test('ids are a prefix and a lower-case ULID', () => {
  expect(accepts(id('inv'), 'inv_01j9zzzzzzzzzzzzzzzzzzzzzz')).toBe(true)
  expect(accepts(id('inv'), 'usr_01j9zzzzzzzzzzzzzzzzzzzzzz')).toBe(false)
  expect(accepts(id('inv'), 'inv_01J9ZZZZZZZZZZZZZZZZZZZZZZ')).toBe(false)
  expect(accepts(id('inv'), 'inv_01j9zzzzzzzzzzzzzzzzzzzzz')).toBe(false)
})

test('user ids and skill keys keep to their alphabets', () => {
  expect(['usr_alex', 'A_1', 'x'.repeat(64)].map((value) => accepts(userId(), value))).toEqual([
    true,
    true,
    true,
  ])
  expect(
    ['', 'a b', 'é', 'a/b', 'a\n', 'x'.repeat(65)].map((value) => accepts(userId(), value)),
  ).not.toContain(true)
  expect(['react', '3d-graphics', 'c'].map((value) => accepts(skillKey(), value))).toEqual([true, true, true])
  expect(['React', '-a', 'a_b', '', 'a\n'].map((value) => accepts(skillKey(), value))).not.toContain(true)
})

test('web addresses are http or https', () => {
  expect(
    ['https://example.com/a?b=c', 'http://localhost:3000', 'HTTPS://EXAMPLE.COM'].map((url) =>
      accepts(webUrl(), url),
    ),
  ).toEqual([true, true, true])
  expect(
    ['ftp://a.b', 'javascript:alert(1)', '//a.b', 'https://', 'https://a b', 'example.com'].map((url) =>
      accepts(webUrl(), url),
    ),
  ).not.toContain(true)
})

test('text keeps every script, counts both ends, and refuses what cannot be stored', () => {
  expect(accepts(text(200), '👩‍👩‍👧 مريم e\u0301 \n')).toBe(true)
  expect(accepts(text(3), 'abcd')).toBe(false)
  expect(accepts(text(3), '')).toBe(false)
  expect(accepts(text(3, 0), '')).toBe(true)
  expect(accepts(text(3), '\u0000')).toBe(false)
  expect(accepts(text(3), '\ud83d')).toBe(false)
})

test('metadata holds 20 keys with values of 500 characters', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, '']))
  expect(accepts(metadata(), keys(20))).toBe(true)
  expect(accepts(metadata(), keys(21))).toBe(false)
  expect(accepts(metadata(), { a: 'x'.repeat(500) })).toBe(true)
  expect(accepts(metadata(), { a: 'x'.repeat(501) })).toBe(false)
  expect(accepts(metadata(), { a: null })).toBe(false)
})
