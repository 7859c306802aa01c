import { expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { day, second, startApi } from './api.ts'

const api = await startApi({ clock: '2026-05-01T00:00:00.000Z' })
const reset = async (body: object = {}) => await api.ok(contract.sandbox.reset, '/v1/sandbox/reset', { body })

test('takes everything away, the clock included, and keeps the printed key', async () => {
  const made = await api.invite()
  await api.user({ id: 'someone' })
  const other = await api.key({ scopes: ['admin'] })
  const { data } = await api.ok(contract.events.list, '/v1/events')
  expect(data[0]?.created_at).toBe('2026-05-01T00:00:00.000Z')

  expect(await reset()).toEqual({ object: 'reset', seed: 'empty' })

  expect((await api.refused('GET', `/v1/assess/invites/${made.id}`)).code).toBe('INVITE_NOT_FOUND')
  expect((await api.refused('GET', '/v1/users/someone')).code).toBe('USER_NOT_FOUND')
  expect((await api.refused('GET', '/v1/me', { key: other.secret })).code).toBe('AUTH_KEY_INVALID')
  expect((await api.ok(contract.events.list, '/v1/events')).data).toEqual([])
  const user = await api.user({ id: 'someone' })
  expect(user.created_at).toBe(api.at())
})

test('puts the wanted seed in, with scores that do not depend on the day', async () => {
  const passport = async () => {
    const found = await api.ok(contract.verify.passport, '/v1/verify/passport/usr_alex')
    const { displayName, verified, skills } = found
    return {
      displayName,
      verified,
      skills: skills.map(({ key, tier, sciPoints, confidence }) => [key, tier, sciPoints, confidence]),
    }
  }
  expect(await reset({ seed: 'default' })).toEqual({ object: 'reset', seed: 'default' })
  const first = await passport()
  expect(first).toMatchObject({ displayName: 'Alex Chen', verified: true })
  expect(first.skills[0]?.slice(0, 2)).toEqual(['react', 'T3'])
  api.pass(37 * day + 5 * second)
  await reset({ seed: 'default' })
  expect(await passport()).toEqual(first)
})

test('starts events anew', async () => {
  await reset({ seed: 'empty' })
  const { id } = await api.invite()
  expect((await api.events(`invite_id=${id}`)).map((one) => one.sequence)).toEqual([1])
})

test('keeps the id of the printed key, so that a retry with its Idempotency-Key resets once', async () => {
  const { key } = await api.ok(contract.me.get, '/v1/me')
  const sent = { body: { seed: 'empty' }, headers: { 'idempotency-key': 'reset-once' } }
  await api.ok(contract.sandbox.reset, '/v1/sandbox/reset', sent)
  expect((await api.ok(contract.me.get, '/v1/me')).key.id).toBe(key.id)
  await api.user({ id: 'kept' })
  const again = await api.send('POST', '/v1/sandbox/reset', sent)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await api.ok(contract.users.get, '/v1/users/kept')).id).toBe('kept')
})

test('an unknown seed is refused and changes nothing', async () => {
  await api.user({ id: 'untouched' })
  const body = { seed: '../../etc/passwd' }
  expect((await api.refused('POST', '/v1/sandbox/reset', { body })).code).toBe('VALIDATION_FAILED')
  expect((await api.ok(contract.users.get, '/v1/users/untouched')).id).toBe('untouched')
})

test('needs the scope', async () => {
  const { secret: key } = await api.key({ scopes: ['users:write'] })
  expect(await api.refused('POST', '/v1/sandbox/reset', { key })).toMatchObject({
    code: 'SCOPE_INSUFFICIENT',
    details: { missing: ['sandbox:write'] },
  })
})
