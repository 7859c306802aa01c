import { expect, test } from 'vitest'
import { z } from 'zod'
import { alsoNamed } from '../../src/contract/formats.ts'
import { canonicalInput } from '../../src/contract/input-case.ts'
import { nearest } from '../../src/core/nearest.ts'

const schema = z.strictObject({
  candidate_email: alsoNamed(z.string(), 'candidate', 'email'),
  userId: z.string().optional(),
  rate_limit: z.strictObject({ per_minute: z.int() }).nullable().optional(),
  sections: z.array(z.strictObject({ max_score: z.int() })).default([]),
  metadata: z.record(z.string(), z.unknown()).optional(),
  time_limit: z.string().transform(Number).optional(),
})

const read = (value: unknown, nullIsAbsent = true) => canonicalInput(schema, value, { nearest, nullIsAbsent })

test.each([
  ['snake_case stays', { candidate_email: 'a' }, { candidate_email: 'a' }],
  ['camelCase becomes the name of the schema', { candidateEmail: 'a' }, { candidate_email: 'a' }],
  ['a camelCase name of the schema takes snake_case too', { user_id: 'u' }, { userId: 'u' }],
  ['another name', { email: 'a' }, { candidate_email: 'a' }],
  ['inside objects', { rateLimit: { perMinute: 5 } }, { rate_limit: { per_minute: 5 } }],
  ['inside lists', { sections: [{ maxScore: 5 }] }, { sections: [{ max_score: 5 }] }],
  ['through a transform', { timeLimit: '5' }, { time_limit: '5' }],
  [
    'free-form records stay as they are',
    { metadata: { fooBar: 1, foo_bar: { bazQux: 2 } } },
    { metadata: { fooBar: 1, foo_bar: { bazQux: 2 } } },
  ],
  ['both spellings of one value', { candidate_email: 'a', candidateEmail: 'a' }, { candidate_email: 'a' }],
  [
    'values are compared by content',
    { rate_limit: { per_minute: 5 }, rateLimit: { perMinute: 5 } },
    { rate_limit: { per_minute: 5 } },
  ],
  ['null where none is allowed counts as absent', { candidate_email: null, user_id: null }, {}],
  ['null where it is allowed stays', { rate_limit: null }, { rate_limit: null }],
])('%s', (_what, given, wanted) => {
  expect(read(given)).toEqual({ value: wanted, findings: [] })
})

test('null stays for changes, where it would be an order', () => {
  expect(read({ user_id: null }, false)).toEqual({ value: { userId: null }, findings: [] })
})

test.each([
  ['both cases', { candidate_email: 'a', candidateEmail: 'b' }, 'candidate_email', 'candidateEmail'],
  ['an alias', { email: 'a', candidate: 'b' }, 'email', 'candidate'],
  [
    'a list and an object',
    { metadata: undefined, sections: [], Sections: [], candidate: [], email: {} },
    'candidate',
    'email',
  ],
])('different values under %s are a conflict', (_what, given, first, second) => {
  const { findings } = read(given)
  const conflict = findings.find(({ code }) => code === 'conflict')
  expect(conflict?.path).toEqual(['candidate_email'])
  expect(conflict?.phrase).toContain(first)
  expect(conflict?.phrase).toContain(second)
})

test('an unknown field names the nearest known one, at any depth', () => {
  const { value, findings } = read({ candidate_mail: 'a', sections: [{ maxscor: 1 }], zzzzzzzzz: 1 })
  expect(value).toEqual({ sections: [{}] })
  expect(findings.map(({ path, phrase }) => [path.join('.'), phrase])).toEqual([
    ['candidate_mail', 'is not known here; did you mean candidate_email?'],
    ['sections.0.maxscor', 'is not known here; did you mean max_score?'],
    ['zzzzzzzzz', 'is not known here'],
  ])
})

test('__proto__ and constructor are unknown fields like any other', () => {
  const { value, findings } = read(JSON.parse('{"__proto__": {"candidate_email": "a"}, "constructor": 1}'))
  expect(value).toEqual({})
  expect(findings.map(({ path }) => path)).toEqual([['__proto__'], ['constructor']])
})

test('what is no object is left for the schema to refuse', () => {
  for (const value of [null, 'text', 5, [1]]) expect(read(value)).toEqual({ value, findings: [] })
})

test('a flood of unknown fields is reported up to 100', () => {
  const flood = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field${at}`, at]))
  expect(read(flood).findings).toHaveLength(100)
})
