import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { day, hour, minute, second, startApi } from './api.ts'

const api = await startApi()
const printed = (await api.ok(contract.me.get, '/v1/me')).key

async function rotate(id: string, body: object = {}) {
  return await api.ok(contract.keys.rotate, `/v1/keys/${id}/rotate`, { body })
}

async function get(id: string) {
  return await api.ok(contract.keys.get, `/v1/keys/${id}`)
}

describe('rotating', () => {
  test('both secrets work for a day, then the new one alone', async () => {
    const made = await api.key({ scopes: ['read'] })
    const rotated = await rotate(made.id)
    expect(rotated).toMatchObject({
      id: made.id,
      last4: rotated.secret?.slice(-4),
      previous: { last4: made.last4, expires_at: api.at(day), last_used_at: null },
    })
    const { headers } = await api.send('GET', '/v1/me', { key: made.secret })
    expect(headers.get('x-key-expires-at')).toBe(api.at(day))
    expect(
      (await api.send('GET', '/v1/me', { key: rotated.secret })).headers.get('x-key-expires-at'),
    ).toBeNull()
    api.pass(day)
    expect([await api.keyStatus(made.secret), await api.keyStatus(rotated.secret)]).toEqual([
      'AUTH_KEY_ROTATED',
      200,
    ])
    expect((await get(made.id)).previous).toBeNull()
  })

  test('without an overlap the old secret ends now', async () => {
    const made = await api.key({ scopes: ['read'] })
    const { secret } = await rotate(made.id, { overlap_seconds: 0 })
    expect([await api.keyStatus(made.secret), await api.keyStatus(secret)]).toEqual(['AUTH_KEY_ROTATED', 200])
  })

  test('the overlap ends with the key itself', async () => {
    const made = await api.key({ scopes: ['read'], expires_at: api.at(hour) })
    expect((await rotate(made.id)).previous?.expires_at).toBe(api.at(hour))
  })

  test('a second time waits for the end of the first, unless forced', async () => {
    const made = await api.key({ scopes: ['read'] })
    const first = await rotate(made.id)
    const path = `/v1/keys/${made.id}/rotate`
    expect(await api.refused('POST', path, { body: {} })).toMatchObject({
      code: 'KEY_ROTATION_IN_PROGRESS',
      status: 409,
      details: { previous: { last4: made.last4 } },
    })
    const second = await rotate(made.id, { force: true })
    const known = [made.secret, first.secret, second.secret]
    const statuses = []
    for (const secret of known) statuses.push(await api.keyStatus(secret))
    expect(statuses).toEqual(['AUTH_KEY_INVALID', 200, 200])
    api.pass(day)
    expect((await rotate(made.id)).previous?.last4).toBe(second.last4)
  })

  test('each secret has its own last use', async () => {
    const made = await api.key({ scopes: ['read'] })
    await api.send('GET', '/v1/me', { key: made.secret })
    const firstUse = api.at()
    const rotated = await rotate(made.id)
    expect(await get(made.id)).toMatchObject({ last_used_at: null, previous: { last_used_at: firstUse } })
    api.pass(minute)
    await api.send('GET', '/v1/me', { key: made.secret })
    expect(await get(made.id)).toMatchObject({ last_used_at: null, previous: { last_used_at: api.at() } })
    const oldUse = api.at()
    api.pass(minute)
    await api.send('GET', '/v1/me', { key: rotated.secret })
    expect(await get(made.id)).toMatchObject({ last_used_at: api.at(), previous: { last_used_at: oldUse } })
  })

  test('a key that rotates itself has used its old secret', async () => {
    const made = await api.key({ scopes: ['keys:write'] })
    await api.ok(contract.keys.rotate, `/v1/keys/${made.id}/rotate`, { body: {}, key: made.secret })
    expect(await get(made.id)).toMatchObject({ last_used_at: null, previous: { last_used_at: api.at() } })
  })

  test.each([-1, 2_592_001, 0.5])('an overlap of %d seconds is refused', async (overlap_seconds) => {
    const { id } = await api.key({ scopes: ['read'] })
    const error = await api.refused('POST', `/v1/keys/${id}/rotate`, { body: { overlap_seconds } })
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', param: 'overlap_seconds' })
  })
})

describe('usage', () => {
  test('counts requests, errors, invites and verifications by day, over a rotation', async () => {
    const made = await api.key({ scopes: ['admin'] })
    const rotated = await rotate(made.id)
    const { id: user } = await api.user()
    const first = api.today()
    const invite = { candidate_email: 'usage@example.com', skill: 'react' }
    await api.send('POST', '/v1/assess/invites', { body: invite, key: made.secret })
    await api.send('POST', '/v1/verify/batch', {
      body: { user_ids: [user, user, 'nobody'] },
      key: rotated.secret,
    })
    await api.send('GET', '/v1/users/nobody', { key: rotated.secret })
    api.pass(day)
    await api.send('GET', `/v1/verify/passport/${user}`, { key: rotated.secret })
    const usage = await api.ok(contract.keys.usage, `/v1/keys/${made.id}/usage`)
    expect(usage).toMatchObject({ requests: 4, errors: 1, invites_sent: 1, verifications_made: 3 })
    expect(usage.by_day).toEqual([
      { day: first, requests: 3, errors: 1, invites_sent: 1, verifications_made: 2 },
      { day: api.today(), requests: 1, errors: 0, invites_sent: 0, verifications_made: 1 },
    ])
    const today = await api.ok(contract.keys.usage, `/v1/keys/${made.id}/usage?from=${api.today()}`)
    expect(today).toMatchObject({ requests: 1, from: api.today(), to: api.today() })
  })

  test('a replayed request is a request, and no second invite', async () => {
    const made = await api.key({ scopes: ['assess'] })
    const sent = {
      body: { candidate_email: 'once@example.com', skill: 'react' },
      key: made.secret,
      headers: { 'idempotency-key': 'usage-once' },
    }
    for (let count = 0; count < 3; count += 1) await api.send('POST', '/v1/assess/invites', sent)
    const usage = await api.ok(contract.keys.usage, `/v1/keys/${made.id}/usage`)
    expect(usage).toMatchObject({ requests: 3, invites_sent: 1 })
  })

  test('a quota ends the day, and the next day starts anew', async () => {
    const { secret: key } = await api.key({ scopes: ['read'], daily_quota: 2 })
    for (let count = 0; count < 2; count += 1) expect(await api.keyStatus(key)).toBe(200)
    const answer = await api.send('GET', '/v1/me', { key })
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'QUOTA_EXCEEDED' } } })
    const midnight = Date.parse(api.today(day))
    expect(Number(answer.headers.get('retry-after'))).toBe(Math.ceil((midnight - api.now()) / second))
    api.pass(midnight - api.now())
    expect(await api.keyStatus(key)).toBe(200)
  })

  test.each(['from=2026-03-21&to=2026-03-20', 'from=yesterday'])('%s is refused', async (query) => {
    expect((await api.refused('GET', `/v1/keys/${printed.id}/usage?${query}`)).code).toBe('VALIDATION_FAILED')
  })
})
