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

const { invites, users, verify, logs } = contract

test('path, query and body become one input under the names of the schema, defaults filled in', () => {
  const checked = check(invites.create, {
    body: { candidateEmail: ' kim+a@exämple.de ', skill: 'React.js', expiresIn: '36h' },
  })
  expect(checked).toEqual({
    ok: true,
    input: {
      candidate_email: 'kim+a@exämple.de',
      skill: 'React.js',
      expires_in: 129_600,
      send_email: true,
      if_exists: 'create',
    },
  })
  expect(check(users.update, { params: { id: 'kim' }, body: { displayName: 'Kim' } })).toEqual({
    ok: true,
    input: { id: 'kim', display_name: 'Kim' },
  })
})

test('every problem of path, query and body is reported at once', () => {
  const route = { ...contract.evidence.list, body: contract.users.create.body }
  const found = messages(
    { ...route, method: 'POST' },
    {
      params: { id: 'x'.repeat(65) },
      query: { limit: '101', tipe: 'session', status: ['valid', 'revoked'] },
      body: { email: 'nobody', metadata: { a: 'x'.repeat(501), b: 5 } },
    },
  )
  expect(found).toEqual({
    id: 'id must be at most 64 characters long.',
    limit: 'limit must be a whole number from 1 to 100.',
    tipe: 'tipe is not known here; did you mean type?',
    status: 'status must be given once.',
    '/display_name': 'display_name is required.',
    '/email': 'email must be an e-mail address such as alex@example.com.',
    '/metadata/a': 'metadata.a must be at most 500 characters long.',
    '/metadata/b': 'metadata.b must be text.',
  })
})

describe('a query is text', () => {
  const limit = (text: string) => check(users.list, { query: { limit: text } })

  test.each(['1', '25', '100'])('limit %s', (text) => {
    expect(limit(text)).toMatchObject({ ok: true, input: { limit: Number(text) } })
  })

  test.each(['0', '101', '-1', '1.5', '', ' 5', '0x10', '1e1', 'ten'])('limit %j is refused', (text) => {
    expect(limit(text)).toMatchObject({
      ok: false,
      problems: [{ pointer: 'limit', message: 'limit must be a whole number from 1 to 100.' }],
    })
  })

  test('limit is 25 when it is not given', () => {
    expect(check(users.list, {})).toEqual({ ok: true, input: { limit: 25 } })
  })

  test.each([
    ['true', true],
    ['false', false],
  ])('passed=%s', (text, passed) => {
    expect(check(contract.results.list, { query: { passed: text } })).toMatchObject({
      ok: true,
      input: { passed },
    })
  })

  test('any other text is no boolean', () => {
    expect(messages(contract.results.list, { query: { passed: '1' } })).toEqual({
      passed: 'passed must be true or false.',
    })
  })

  test('numbers stay text where text is asked for', () => {
    expect(check(invites.list, { query: { external_id: '0042' } })).toMatchObject({
      input: { external_id: '0042' },
    })
    expect(check(logs.list, { query: { status: '404' } })).toMatchObject({ input: { status: '404' } })
  })

  test('both cases of a parameter', () => {
    expect(check(verify.passport, { params: { userId: 'a' }, query: { asOf: '2026-01-01' } })).toEqual({
      ok: true,
      input: { userId: 'a', as_of: '2026-01-01' },
    })
    expect(messages(invites.list, { query: { userId: 'a', user_id: 'b' } })).toEqual({
      user_id: 'user_id was given twice with different values, as userId and as user_id.',
    })
  })
})

test('a body is neither needed nor read by a GET', () => {
  expect(check(contract.me.get, { body: { anything: 1 } })).toEqual({ ok: true, input: {} })
})

test('an empty body is as good as none, where nothing is required', () => {
  expect(check(invites.cancel, { params: { id: 'inv_x' } })).toEqual({
    ok: true,
    input: { id: 'inv_x', force: false },
  })
  expect(check(invites.accept, { params: { id: 'inv_x' }, body: {} })).toEqual({
    ok: true,
    input: { id: 'inv_x' },
  })
})

test('a batch of any size passes: its size has a code of its own', () => {
  expect(check(verify.batch, { body: { user_ids: [] } })).toMatchObject({ ok: true })
  expect(check(verify.batch, { body: { userIds: Array.from({ length: 101 }, () => 'x') } })).toMatchObject({
    ok: true,
  })
})

test('a huge wrong list is answered with 100 problems', () => {
  const checked = check(verify.batch, { body: { user_ids: Array.from({ length: 5000 }, () => 1) } })
  expect(checked.ok ? [] : checked.problems).toHaveLength(100)
})
