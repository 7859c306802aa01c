import { expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Client } from '../http.ts'
import { expectStatus, freshSandbox, temporaryFolder } from '../sandbox.ts'
import { assembled, gatedStore } from '../server/assembled.ts'
import { day, hour, startApi } from './api.ts'
import { receiver } from '../cli/receiver.ts'

const api = await startApi()
const usage = async (query = '', key?: string | null) =>
  await api.ok(contract.usage.get, `/v1/usage${query}`, key === undefined ? {} : { key })

async function reset(): Promise<void> {
  await api.ok(contract.sandbox.reset, '/v1/sandbox/reset', { body: { seed: 'empty' } })
}

test('counts every key by day and in all, revoked ones included', async () => {
  await reset()
  const { id: user } = await api.user()
  const first = await api.key({ name: 'first', scopes: ['admin'] })
  const second = await api.key({ name: 'second', scopes: ['verify', 'usage:read'] })
  const monday = api.today()
  const invite = { candidate_email: 'all@example.com', skill: 'react' }
  await api.send('POST', '/v1/assess/invites', { body: invite, key: first.secret })
  await api.send('GET', '/v1/users/nobody', { key: first.secret })
  api.pass(2 * day)
  const ids = { user_ids: [user, 'nobody'] }
  await api.send('POST', '/v1/verify/batch', { body: ids, key: second.secret })
  await api.send('GET', `/v1/verify/passport/${user}`, { key: second.secret })
  await api.send('GET', '/v1/me', { key: second.secret })
  await api.ok(contract.keys.revoke, `/v1/keys/${first.id}/revoke`)

  const found = await usage('', second.secret)
  expect(found).toMatchObject({ object: 'usage', from: api.today(-29 * day), to: api.today() })
  // Three of the printed key: the user and the two keys; two days later the revocation.
  expect(found).toMatchObject({
    requests: 9,
    errors: 1,
    invites_sent: 1,
    verifications_made: 2,
    ...noDeliveries,
  })
  expect(found.by_key).toEqual([
    {
      key_id: expect.any(String),
      ...keyCounts({ requests: 4 }),
      name: 'Sandbox key',
      last4: api.sandbox.apiKey.slice(-4),
    },
    {
      key_id: second.id,
      ...keyCounts({ requests: 3, verifications_made: 2 }),
      name: 'second',
      last4: second.last4,
    },
    {
      key_id: first.id,
      ...keyCounts({ requests: 2, errors: 1, invites_sent: 1 }),
      name: 'first',
      last4: first.last4,
    },
  ])
  expect(found.by_day).toHaveLength(30)
  expect(found.by_day.slice(-3)).toEqual([
    { day: monday, ...keyCounts({ requests: 5, errors: 1, invites_sent: 1 }), ...noDeliveries },
    { day: api.today(-day), ...keyCounts({}), ...noDeliveries },
    { day: api.today(), ...keyCounts({ requests: 4, verifications_made: 2 }), ...noDeliveries },
  ])
})

const noDeliveries = { deliveries: 0, delivery_attempts: 0, delivery_failures: 0 }

function keyCounts(counts: object) {
  return { requests: 0, errors: 0, invites_sent: 0, verifications_made: 0, ...counts }
}

test('shows the days from and to, both included, and nothing beside them', async () => {
  await reset()
  const start = api.today()
  for (let count = 0; count < 4; count++) {
    await api.send('GET', '/v1/me')
    api.pass(day)
  }
  const found = await usage(`?from=${api.today(-3 * day)}&to=${api.today(-2 * day)}`)
  expect(found.by_day.map((one) => [one.day, one.requests])).toEqual([
    [api.today(-3 * day), 1],
    [api.today(-2 * day), 1],
  ])
  expect(found.requests).toBe(2)
  expect((await usage(`?to=${start}`)).by_day.map((one) => one.requests).slice(-2)).toEqual([0, 1])
  const empty = await usage('?from=2031-02-27&to=2031-03-01')
  expect(empty).toMatchObject({ requests: 0, by_key: [] })
  expect(empty.by_day.map((one) => one.day)).toEqual(['2031-02-27', '2031-02-28', '2031-03-01'])
})

test.each([
  ['from=2026-03-21&to=2026-03-20', 'from', 'from (2026-03-21) is after to (2026-03-20).'],
  ['from=2999-01-01', 'from', 'is after to'],
  ['from=2025-01-01&to=2026-01-02', 'from', 'is 367 days, and an answer has at most 366.'],
  ['from=yesterday', 'from', 'from must be a date such as 2026-03-01.'],
  ['to=2026-02-30', 'to', 'to must be a date'],
  ['until=2026-02-03', 'until', ''],
])('%s is refused, naming %s', async (query, param, message) => {
  const error = await api.refused('GET', `/v1/usage?${query}`)
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED', status: 422, param })
  expect(error.message).toContain(message)
})

test('a whole leap year is one answer, and so are the first days of all', async () => {
  expect((await usage('?from=2028-01-01&to=2028-12-31')).by_day).toHaveLength(366)
  const early = await usage('?to=0000-01-03')
  expect(early.by_day.map((one) => one.day)).toEqual(['0000-01-01', '0000-01-02', '0000-01-03'])
})

test('needs usage:read, which is part of read', async () => {
  const { secret: may } = await api.key({ scopes: ['read'] })
  const { secret: mayNot } = await api.key({ scopes: ['keys:write', 'logs:read'] })
  expect((await usage('', may)).object).toBe('usage')
  expect(await api.refused('GET', '/v1/usage', { key: mayNot })).toMatchObject({
    code: 'SCOPE_INSUFFICIENT',
    details: { missing: ['usage:read'] },
  })
})

test('a delivery counts once, on the day of its first attempt, however often it is tried', async () => {
  await reset()
  const { url, received } = await receiver(500, 200)
  const { id } = await api.ok(contract.webhooks.create, '/v1/webhooks', {
    body: { url, events: ['webhook.test'] },
  })
  const late = hour * 24 - (api.now() % day) - 1000
  await move({ advance: `${late / 1000}s` })
  await api.ok(contract.webhooks.test, `/v1/webhooks/${id}/test`, { body: {} })
  // Its retry, 5 seconds later, falls on the next day.
  const { now } = await move({ advance: '1m' })
  expect(received).toHaveLength(2)
  const found = await usage()
  expect(found.to).toBe(now.slice(0, 10))
  expect(found.deliveries).toBe(1)
  expect(found.by_day.slice(-2)).toMatchObject([
    { deliveries: 1, delivery_attempts: 1, delivery_failures: 1 },
    { deliveries: 0, delivery_attempts: 1, delivery_failures: 0 },
  ])
})

const move = async (body: object) => await api.ok(contract.sandbox.moveClock, '/v1/sandbox/clock', { body })

test('a reset starts from zero, the request for it and a clock that was ahead included', async () => {
  await reset()
  await move({ advance: '400d' })
  await api.send('GET', '/v1/users')
  expect((await usage()).requests).toBeGreaterThan(0)
  await reset()
  const found = await usage(`?from=${api.today()}`)
  expect(found).toMatchObject({ requests: 0, by_key: [] })
  const ahead = await usage(`?from=${api.today(399 * day)}&to=${api.today(401 * day)}`)
  expect(ahead.requests).toBe(0)
  expect((await usage()).requests).toBe(2)
})

test('counts that are on their way to the store while it is reset do not come after', async () => {
  const gate = await gatedStore()
  const service = await assembled({ store: gate.store })
  for (let sent = 0; sent < 3; sent++) await service.request('GET', '/v1/me')
  const held = gate.shut()
  const flushing = service.request('GET', '/v1/usage')
  await held
  expectStatus(await service.request('POST', '/v1/sandbox/reset', { body: {} }), 200)
  gate.open()
  await flushing
  expect([await total(service), await total(service)]).toEqual([0, 1])
})

async function total(client: Client): Promise<number> {
  return Number((await client.request('GET', '/v1/usage')).at('requests'))
}

test('is written down: a restart loses nothing', async () => {
  const dataDir = await temporaryFolder()
  const { url, received } = await receiver(200)
  const first = await freshSandbox({ dataDir })
  const made = await first.request('POST', '/v1/webhooks', { body: { url, events: ['webhook.test'] } })
  await first.request('POST', `/v1/webhooks/${made.textAt('id')}/test`)
  await expect.poll(() => received.length).toBe(1)
  await expect.poll(async () => (await first.request('GET', '/v1/usage')).at('deliveries')).toBe(1)
  const before = await total(first)
  await first.close()
  const second = await freshSandbox({ dataDir })
  const after = await second.request('GET', '/v1/usage')
  expect([after.at('requests'), after.at('deliveries')]).toEqual([before + 1, 1])
})
