import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Route } from '../../src/contract/route.ts'
import { validate, type Parts } from '../../src/contract/validate.ts'
import { nearest } from '../../src/core/nearest.ts'

const check = <R extends Route>(route: R, parts: Partial<Parts>) =>
  validate(route, { params: {}, query: {}, ...parts }, nearest)

function messages(route: Route, parts: Partial<Parts>): Record<string, string> {
  const checked = check(route, parts)
  if (checked.ok) return {}
  return Object.fromEntries(checked.problems.map(({ pointer, message }) => [pointer, message]))
}

const { invites, users, evidence, keys, skills } = contract
const invite = { candidate_email: 'kim@example.com', skill: 'react' }

describe('messages say what is allowed', () => {
  test.each<[Route, unknown, string, string]>([
    [invites.create, { skill: 'react' }, '/candidate_email', 'candidate_email is required.'],
    [
      invites.create,
      { ...invite, candidate_email: null },
      '/candidate_email',
      'candidate_email is required.',
    ],
    [
      invites.create,
      { ...invite, candidateEmail: 'x@y.z' },
      '/candidate_email',
      'candidate_email was given twice with different values, as candidate_email and as candidateEmail.',
    ],
    [
      invites.create,
      { ...invite, candidate: 'x@y.z' },
      '/candidate_email',
      'candidate_email was given twice with different values, as candidate_email and as candidate.',
    ],
    [invites.create, { ...invite, skil: 'x' }, '/skil', 'skil is not known here; did you mean skill?'],
    [invites.create, { ...invite, skill: '' }, '/skill', 'skill must not be empty.'],
    [
      invites.create,
      { ...invite, if_exists: 'ignore' },
      '/if_exists',
      'if_exists must be one of create, return, error.',
    ],
    [invites.create, { ...invite, send_email: 'yes' }, '/send_email', 'send_email must be true or false.'],
    [
      invites.create,
      { ...invite, expires_in: 'soon' },
      '/expires_in',
      'expires_in must be whole seconds or text such as "90m", "36h" or "7d".',
    ],
    [
      invites.create,
      { ...invite, expires_in: true },
      '/expires_in',
      'expires_in must be whole seconds or text such as "90m", "36h" or "7d".',
    ],
    [
      invites.create,
      { ...invite, expires_in: '7d', expires_at: '2030-01-01T00:00:00Z' },
      '/expires_in',
      'expires_in cannot stand beside expires_at: send one of the two.',
    ],
    [
      invites.create,
      { ...invite, expires_at: '2030-01-01' },
      '/expires_at',
      'expires_at must be an RFC 3339 instant such as 2026-03-01T09:30:00Z.',
    ],
    [
      invites.create,
      { ...invite, redirect_url: 'javascript:alert(1)' },
      '/redirect_url',
      'redirect_url must be an http or https URL such as https://example.com/done.',
    ],
    [
      invites.create,
      { ...invite, time_limit_seconds: 0.5 },
      '/time_limit_seconds',
      'time_limit_seconds must be a whole number from 60 to 604800.',
    ],
    [invites.create, { ...invite, metadata: [] }, '/metadata', 'metadata must be an object.'],
    [
      invites.create,
      { ...invite, metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, ''])) },
      '/metadata',
      'metadata must have at most 20 keys.',
    ],
    [
      invites.create,
      { ...invite, metadata: { ['k'.repeat(65)]: '' } },
      `/metadata/${'k'.repeat(65)}`,
      `metadata.${'k'.repeat(65)} is not allowed as a key: it must be at most 64 characters long.`,
    ],
    [
      invites.create,
      { ...invite, metadata: { 'a/b~c': 5 } },
      '/metadata/a~1b~0c',
      'metadata.a/b~c must be text.',
    ],
    [
      invites.create,
      { ...invite, candidate_name: 'a\0b' },
      '/candidate_name',
      'candidate_name must not contain NUL characters or half surrogate pairs.',
    ],
    [invites.create, [], '', 'The body must be an object.'],
    [invites.create, null, '', 'The body must be an object.'],
    [invites.extend, {}, '/expires_at', 'expires_at or expires_in is required.'],
    [invites.complete, { score: 11, max_score: 10 }, '/score', 'score must be at most max_score.'],
    [invites.complete, { score: -1 }, '/score', 'score must be a number from 0 to 1000000.'],
    [invites.accept, { note: 'x' }, '/note', 'note is not known here.'],
    [keys.create, { name: 'ci', scopes: [] }, '/scopes', 'scopes must have at least 1 entry.'],
    [keys.create, { name: 'ci', scopes: ['read', 5] }, '/scopes/1', 'scopes[1] must be text.'],
    [
      keys.create,
      { name: 'ci', scopes: ['read'], rateLimit: { perMinute: 0 } },
      '/rate_limit/per_minute',
      'rate_limit.per_minute must be a whole number from 1 to 1000000.',
    ],
    [
      keys.rotate,
      { overlap_seconds: 2_592_001 },
      '/overlap_seconds',
      'overlap_seconds must be a whole number from 0 to 2592000.',
    ],
    [
      users.create,
      { id: 'a b', display_name: 'x' },
      '/id',
      'id must be 1 to 64 characters: letters, digits, _ and -.',
    ],
    [users.update, { display_name: null }, '/display_name', 'display_name must be text.'],
    [
      skills.create,
      { key: 'zig', name: 'Zig', half_life_days: 90 },
      '/half_life_days',
      'half_life_days must be 180, 365 or 730.',
    ],
    [
      evidence.create,
      { type: 'session', skill: 'x', rating: 6 },
      '/rating',
      'rating must be a number from 0 to 5.',
    ],
    [
      evidence.create,
      { type: 'session', skill: 'x', occurred_on: '2026-02-30' },
      '/occurred_on',
      'occurred_on must be a date such as 2026-03-01.',
    ],
    [
      evidence.create,
      { type: 'session', skill: 'x', score: 5 },
      '/score',
      'score belongs to evidence of type assessment, and this is of type session.',
    ],
    [evidence.create, { type: 'assessment', skill: 'x' }, '/score', 'score is required for an assessment.'],
    [
      evidence.create,
      { type: 'assessment', skill: 'x', score: 101 },
      '/score',
      'score must be at most max_score (100).',
    ],
    [
      evidence.create,
      { type: 'endorsement', skill: 'x' },
      '/endorser_id',
      'endorser_id is required for an endorsement, or endorser_tier and endorser_name for imported history.',
    ],
    [
      evidence.create,
      { type: 'endorsement', skill: 'x', endorser_tier: 'T3' },
      '/endorser_name',
      'endorser_name is required together with endorser_tier.',
    ],
    [
      evidence.create,
      { type: 'endorsement', skill: 'x', endorser_name: 'Lee' },
      '/endorser_tier',
      'endorser_tier is required together with endorser_name.',
    ],
    [
      evidence.create,
      { type: 'endorsement', skill: 'x', endorser_id: 'lee', endorser_tier: 'T3' },
      '/endorser_id',
      'endorser_id must stand alone: endorser_tier and endorser_name are for endorsers who are no users.',
    ],
  ])('%#', (route, body, pointer, message) => {
    const params = Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((name) => [name, 'x']))
    expect(messages(route, { params, body })).toEqual({ [pointer]: message })
  })

  test('a rule over several fields is reported beside the problems of single ones', () => {
    const body = { expires_in: '7d', expires_at: '2030-01-01T00:00:00Z', skill: 5 }
    expect(Object.keys(messages(invites.create, { body })).toSorted()).toEqual([
      '/candidate_email',
      '/expires_in',
      '/skill',
    ])
    const wrong = { type: 'assessment', skill: 5, rating: 3 }
    expect(Object.keys(messages(evidence.create, { params: { id: 'x' }, body: wrong })).toSorted()).toEqual([
      '/rating',
      '/score',
      '/skill',
    ])
  })

  test('none of them speaks of the schema library', () => {
    for (const value of [undefined, null, 5, 'x', true, [], {}, { a: 1 }, [[1]]]) {
      const names = Object.keys(invites.create.body.shape)
      const body = Object.fromEntries(names.map((name) => [name, value]))
      for (const message of Object.values(messages(invites.create, { body }))) {
        expect(message).not.toMatch(/invalid|expected|received|input|union|zod|undefined|\[object/i)
        expect(message).toMatch(/[.?]$/)
      }
    }
  })

  test('codes tell kinds of problems apart', () => {
    const checked = check(invites.create, {
      body: {
        skill: '',
        send_email: 1,
        candidate_name: 'x'.repeat(201),
        if_exists: 'x',
        nonsense: 1,
        metadata: { a: 1 },
      },
    })
    const codes = checked.ok ? [] : checked.problems.map(({ pointer, code }) => `${pointer} ${code}`)
    expect(codes.toSorted()).toEqual([
      '/candidate_email required',
      '/candidate_name too_long',
      '/if_exists invalid_value',
      '/metadata/a invalid_type',
      '/nonsense unknown',
      '/send_email invalid_type',
      '/skill too_short',
    ])
  })
})
