import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { second, startApi } from './api.ts'

const api = await startApi()

describe('creating', () => {
  test('with an id of one’s own', async () => {
    const body = { id: 'ada_1', displayName: 'Ada', email: 'Ada@Example.com', metadata: { team: 'web' } }
    const answer = await api.send('POST', '/v1/users', { body })
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.headers.get('location')).toBe('/v1/users/ada_1')
    expect(answer.body).toEqual({
      id: 'ada_1',
      object: 'user',
      uid: 'ada_1',
      display_name: 'Ada',
      email: 'Ada@Example.com',
      status: 'active',
      metadata: { team: 'web' },
      created_at: api.at(),
      updated_at: api.at(),
    })
    expect(await api.ok(contract.users.get, '/v1/users/ada_1')).toEqual(answer.body)
  })

  test.each([
    ['the id', { id: 'twin' }, 'id'],
    ['the e-mail', { email: 'twin@EXAMPLE.com' }, 'email'],
  ])('%s is taken', async (_, fields, param) => {
    await api.send('POST', '/v1/users', {
      body: { id: 'twin', display_name: 'Twin', email: 'twin@example.com' },
    })
    const body = { display_name: 'Other', ...fields }
    expect(await api.refused('POST', '/v1/users', { body })).toMatchObject({
      code: 'USER_EXISTS',
      status: 409,
      param,
      details: { existing_user_id: 'twin' },
    })
  })

  test.each(['عمر', 'Zoë', '👩‍🚀', 'x', 'é'.repeat(200)])('a name is any text: %s', async (display_name) => {
    const { id } = await api.user({ display_name })
    expect((await api.ok(contract.users.get, `/v1/users/${id}`)).display_name).toBe(display_name)
  })

  test.each([
    { display_name: '' },
    { display_name: 'x'.repeat(201) },
    { display_name: 'x', id: 'a b' },
    { display_name: 'x', id: 'x'.repeat(65) },
    { display_name: 'x', email: 'nobody' },
    { display_name: 'x', metadata: { a: 1 } },
    {},
  ])('%j is not valid', async (body) => {
    expect((await api.refused('POST', '/v1/users', { body })).code).toBe('VALIDATION_FAILED')
  })
})

describe('updating', () => {
  test('changes what is sent and nothing else', async () => {
    const user = await api.user({ email: 'old@example.com', metadata: { a: '1' } })
    api.pass(second)
    const update = async (body: object) =>
      await api.ok(contract.users.update, `/v1/users/${user.id}`, { body })
    expect(await update({ display_name: 'New' })).toEqual({
      ...user,
      display_name: 'New',
      updated_at: api.at(),
    })
    expect(await update({ email: null, metadata: { b: '2' } })).toMatchObject({
      email: null,
      metadata: { b: '2' },
    })
    expect((await api.user({ email: 'old@example.com' })).email).toBe('old@example.com')
  })

  test('keeps an address for one user', async () => {
    await api.user({ email: 'mine@example.com' })
    const { id } = await api.user()
    const error = await api.refused('PATCH', `/v1/users/${id}`, { body: { email: 'mine@example.com' } })
    expect(error.code).toBe('USER_EXISTS')
  })

  test('a suspended user keeps the passport, unverified', async () => {
    const { id } = await api.user()
    for (let count = 0; count < 4; count += 1) await api.evidence(id, { type: 'assessment', score: 95 })
    const passport = async () => await api.ok(contract.verify.passport, `/v1/verify/passport/${id}`)
    expect(await passport()).toMatchObject({ verified: true, status: 'active' })
    await api.ok(contract.users.update, `/v1/users/${id}`, { body: { status: 'suspended' } })
    expect(await passport()).toMatchObject({
      verified: false,
      status: 'suspended',
      skills: [{ key: 'react' }],
    })
    const skill = await api.ok(contract.verify.skill, `/v1/verify/skill/${id}/react`)
    expect(skill).toMatchObject({ verified: false, unmet: ['user_suspended'] })
    await api.ok(contract.users.update, `/v1/users/${id}`, { body: { status: 'active' } })
    expect((await passport()).verified).toBe(true)
  })

  test('cannot erase', async () => {
    const { id } = await api.user()
    const error = await api.refused('PATCH', `/v1/users/${id}`, { body: { status: 'erased' } })
    expect(error.code).toBe('VALIDATION_FAILED')
  })
})

test('users are listed newest first, by e-mail and status', async () => {
  const one = await api.user({ id: 'zz-first', email: 'list@example.com' })
  const two = await api.user({ id: 'aa-second' })
  await api.ok(contract.users.update, `/v1/users/${two.id}`, { body: { status: 'suspended' } })
  const listed = async (query: string) => (await api.ok(contract.users.list, `/v1/users?${query}`)).data
  expect((await listed('limit=2')).map(({ id }) => id)).toEqual([two.id, one.id])
  expect(await listed('email=list@EXAMPLE.com')).toEqual([one])
  expect((await listed('status=suspended')).map(({ id }) => id)).toEqual([two.id])
})

test.each([
  ['GET', '/v1/users/nobody'],
  ['PATCH', '/v1/users/nobody'],
  ['POST', '/v1/users/nobody/erase'],
])('%s %s', async (method, path) => {
  expect((await api.refused(method, path)).code).toBe('USER_NOT_FOUND')
})
