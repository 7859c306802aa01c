import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { atoms } from '../../src/contract/scopes.ts'
import { day, hour, minute, second, startApi } from './api.ts'

const api = await startApi()

async function get(id: string) {
  return await api.ok(contract.keys.get, `/v1/keys/${id}`)
}

async function update(id: string, body: object) {
  return await api.ok(contract.keys.update, `/v1/keys/${id}`, { body })
}

const printed = (await api.ok(contract.me.get, '/v1/me')).key

describe('the printed key', () => {
  test('can do everything, at the highest pace', () => {
    expect(printed).toMatchObject({
      scopes: ['admin'],
      permissions: atoms.toSorted(),
      tier: 'scale',
      rate_limit: { per_minute: 10_000, burst: 1_000 },
      prefix: api.sandbox.apiKey.slice(0, 12),
      last4: api.sandbox.apiKey.slice(-4),
      mode: 'sandbox',
    })
  })

  test.each([
    ['POST', 'revoke', undefined],
    ['PATCH', '', { scopes: ['read'] }],
  ])('as the last admin is not given up: %s %s', async (method, verb, body) => {
    const path = `/v1/keys/${printed.id}${verb === '' ? '' : `/${verb}`}`
    const error = await api.refused(method, path, { body })
    expect(error).toMatchObject({ code: 'KEY_LAST_ADMIN', status: 409 })
  })

  test('may go once there is another admin that works', async () => {
    const soonOver = await api.key({ scopes: ['admin'], expires_at: api.at(minute) })
    const other = await api.key({ scopes: ['admin'] })
    await api.ok(contract.keys.revoke, `/v1/keys/${other.id}/revoke`)
    api.pass(hour)
    expect((await get(soonOver.id)).status).toBe('expired')
    expect((await api.refused('POST', `/v1/keys/${printed.id}/revoke`)).code).toBe('KEY_LAST_ADMIN')
    await api.key({ scopes: ['admin'] })
    expect((await update(printed.id, { name: 'Still mine' })).name).toBe('Still mine')
  })
})

describe('creating', () => {
  test('shows the secret once', async () => {
    const answer = await api.send('POST', '/v1/keys', {
      body: { name: 'CI', scopes: ['assess', 'verify:read'] },
    })
    const made = contract.keys.create.responses[201].parse(answer.body)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('location')).toBe(`/v1/keys/${made.id}`)
    const { secret, ...shown } = made
    expect(secret).toMatch(/^sk_test_[0-9A-Za-z]{36}$/)
    expect(shown).toEqual({
      id: expect.stringMatching(/^key_/),
      object: 'api_key',
      name: 'CI',
      tier: 'standard',
      prefix: secret?.slice(0, 12),
      last4: secret?.slice(-4),
      scopes: ['assess', 'verify:read'],
      permissions: ['invites:read', 'invites:write', 'passports:read', 'skills:read', 'skills:verify'],
      rate_limit: { per_minute: 1000, burst: 100 },
      daily_quota: null,
      status: 'active',
      mode: 'sandbox',
      created_at: api.at(),
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      previous: null,
    })
    expect(await get(made.id)).toEqual(shown)
    expect(JSON.stringify(await api.ok(contract.keys.list, '/v1/keys'))).not.toContain(secret)
  })

  test.each([
    ['free', { per_minute: 60, burst: 20 }],
    ['standard', { per_minute: 1000, burst: 100 }],
    ['scale', { per_minute: 10_000, burst: 1000 }],
  ])('tier %s has its limits, which the request overrides', async (tier, limits) => {
    expect((await api.key({ scopes: ['read'], tier })).rate_limit).toEqual(limits)
    const own = await api.key({ scopes: ['read'], tier, rate_limit: { per_minute: 7 } })
    expect(own.rate_limit).toEqual({ ...limits, per_minute: 7 })
  })

  test('an unknown scope is refused with the nearest one', async () => {
    const body = { name: 'x', scopes: ['read', 'invite:write'] }
    expect(await api.refused('POST', '/v1/keys', { body })).toMatchObject({
      code: 'SCOPE_UNKNOWN',
      details: [{ pointer: '/scopes/1', message: expect.stringContaining('invites:write') }],
    })
  })

  test('an expiry in the past is refused', async () => {
    const body = { name: 'x', scopes: ['read'], expires_at: api.at(-second) }
    expect((await api.refused('POST', '/v1/keys', { body })).code).toBe('VALIDATION_FAILED')
  })
})

describe('nobody reaches beyond what their key holds', async () => {
  const { secret: key } = await api.key({ scopes: ['keys:write', 'invites:read'] })
  const strong = await api.key({ scopes: ['users:write'] })
  const weak = await api.key({ scopes: ['invites:read'] })

  test.each([
    ['POST', '/v1/keys', { name: 'x', scopes: ['users:read'] }],
    ['PATCH', `/v1/keys/${weak.id}`, { scopes: ['invites:write'] }],
    ['PATCH', `/v1/keys/${strong.id}`, { name: 'mine now' }],
    ['POST', `/v1/keys/${strong.id}/rotate`, {}],
    ['POST', `/v1/keys/${strong.id}/revoke`, undefined],
    ['POST', `/v1/keys/${printed.id}/rotate`, {}],
  ])('%s %s %j', async (method, path, body) => {
    expect(await api.refused(method, path, { body, key })).toMatchObject({
      code: 'SCOPE_ESCALATION',
      status: 403,
    })
  })

  test('but may act within it', async () => {
    const body = { name: 'x', scopes: ['invites:read'] }
    const made = await api.ok(contract.keys.create, '/v1/keys', { body, key })
    await api.ok(contract.keys.revoke, `/v1/keys/${made.id}/revoke`, { key })
    const rotated = await api.ok(contract.keys.rotate, `/v1/keys/${weak.id}/rotate`, { key })
    expect(await api.keyStatus(rotated.secret)).toBe(200)
  })
})

describe('updating', () => {
  test('changes what is sent; a tier brings its limits', async () => {
    const { secret, ...made } = await api.key({ scopes: ['read'], daily_quota: 5 })
    expect(await update(made.id, { tier: 'free' })).toEqual({
      ...made,
      tier: 'free',
      rate_limit: { per_minute: 60, burst: 20 },
    })
    expect(await update(made.id, { rate_limit: { burst: 3 }, daily_quota: null })).toMatchObject({
      rate_limit: { per_minute: 60, burst: 3 },
      daily_quota: null,
    })
    expect(await update(made.id, { scopes: ['events:read'] })).toMatchObject({ permissions: ['events:read'] })
    expect((await api.refused('GET', '/v1/users', { key: secret })).code).toBe('SCOPE_INSUFFICIENT')
  })

  test('of a revoked key is refused, and so is revoking it twice', async () => {
    const { id } = await api.key({ scopes: ['read'] })
    const revoked = await api.ok(contract.keys.revoke, `/v1/keys/${id}/revoke`)
    expect(revoked).toMatchObject({ status: 'revoked', revoked_at: api.at() })
    for (const [method, path] of [
      ['PATCH', `/v1/keys/${id}`],
      ['POST', `/v1/keys/${id}/revoke`],
      ['POST', `/v1/keys/${id}/rotate`],
    ] as const) {
      expect(await api.refused(method, path, { body: {} })).toMatchObject({
        code: 'KEY_REVOKED',
        status: 409,
      })
    }
  })
})

test('a revoked key stops at once, an expired one at its instant', async () => {
  const one = await api.key({ scopes: ['read'] })
  const two = await api.key({ scopes: ['read'], expires_at: api.at(minute) })
  await api.ok(contract.keys.revoke, `/v1/keys/${one.id}/revoke`)
  expect(await api.keyStatus(one.secret)).toBe('AUTH_KEY_REVOKED')
  api.pass(minute - 1)
  expect(await api.keyStatus(two.secret)).toBe(200)
  api.pass(1)
  expect(await api.keyStatus(two.secret)).toBe('AUTH_KEY_EXPIRED')
  expect((await get(two.id)).status).toBe('expired')
  await update(two.id, { expires_at: api.at(day) })
  expect(await api.keyStatus(two.secret)).toBe(200)
})

test.each([
  ['GET', ''],
  ['PATCH', ''],
  ['POST', '/rotate'],
  ['POST', '/revoke'],
  ['GET', '/usage'],
])('%s of an unknown key%s', async (method, rest) => {
  expect((await api.refused(method, `/v1/keys/key_unknown${rest}`)).code).toBe('KEY_NOT_FOUND')
})
