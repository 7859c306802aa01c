import { describe, expect, test } from 'vitest'
import type { Client } from '../http.ts'
import { expectError, expectStatus, freshSandbox, newKey } from '../sandbox.ts'
import { receiver, statuses } from '../webhooks/receiver.ts'
import { assembled, gatedStore, intercepted } from './assembled.ts'
import { freshStore } from '../stores.ts'

/** Every sample by its name with labels, as it stands in the text. */
async function scraped(client: Client): Promise<ReadonlyMap<string, number>> {
  const answer = expectStatus(await client.request('GET', '/metrics', { key: null }), 200)
  const lines = answer.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', value] = /^(\S+) (\S+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

const requests = (route: string, method: string, status: number): string =>
  `skillpass_http_requests_total{route="${route}",method="${method}",status="${status}"}`

async function invite(client: Client, headers: Record<string, string> = {}, email = 'kim@example.com') {
  const body = { candidate_email: email, skill: 'react' }
  return await client.request('POST', '/v1/assess/invites', { body, headers })
}

test('the text is well formed: each family once, with help and type, and nothing of it names a caller', async () => {
  const sandbox = await freshSandbox()
  const made = expectStatus(await invite(sandbox), 201).textAt('id')
  await sandbox.request('GET', `/v1/assess/invites/${made}`)
  const answer = expectStatus(await sandbox.request('GET', '/metrics', { key: null }), 200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const families = [...answer.text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(
    ([, name]) => name,
  )
  expect(new Set(families).size).toBe(families.length)
  expect(families).toContain('nodejs_eventloop_lag_seconds')
  expect(families).toContain('process_resident_memory_bytes')
  for (const line of answer.text.split('\n')) {
    expect(line).toMatch(/^$|^# (HELP|TYPE) |^[a-z0-9_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? \S+$/)
  }
  for (const secret of [made, sandbox.apiKey, 'kim@example.com']) expect(answer.text).not.toContain(secret)
})

test('requests are counted by the row they matched, whatever the path', async () => {
  const sandbox = await freshSandbox()
  const { id } = (await invite(sandbox)).body as { id: string }
  for (const path of [`/v1/assess/invites/${id}`, `/v1/assess/invite/${id}`, '/v1/assess/invites/inv_no']) {
    await sandbox.request('GET', path)
  }
  await sandbox.request('GET', '/v1/me', { key: null })
  await sandbox.request('GET', '/docs')
  const seen = await scraped(sandbox)
  const row = '/v1/assess/invites/{id}'
  expect(seen.get(requests(row, 'GET', 200))).toBe(2)
  expect(seen.get(requests(row, 'GET', 404))).toBe(1)
  expect(seen.get(requests('/v1/me', 'GET', 401))).toBe(1)
  expect(seen.get(requests('/docs', 'GET', 200))).toBe(1)
  const latency = `skillpass_http_request_duration_seconds`
  expect(seen.get(`${latency}_count{route="${row}",method="GET"}`)).toBe(3)
  expect(seen.get(`${latency}_bucket{route="${row}",method="GET",le="+Inf"}`)).toBe(3)
  expect(seen.get(`${latency}_sum{route="${row}",method="GET"}`)).toBeGreaterThan(0)
  expect(seen.get('skillpass_http_requests_in_flight')).toBe(1)
})

test('the buckets of a histogram only grow, and the last holds all', async () => {
  const sandbox = await freshSandbox()
  for (let nth = 0; nth < 5; nth += 1) await sandbox.request('GET', '/v1/me')
  const seen = [...(await scraped(sandbox))]
  const buckets = seen
    .filter(([name]) => name.startsWith('skillpass_http_request_duration_seconds_bucket{route="/v1/me"'))
    .map(([, count]) => count)
  expect(buckets).toHaveLength(14)
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
  expect(buckets.at(-1)).toBe(5)
})

test('a storm of odd paths, methods and ids adds a handful of series and no more', async () => {
  const sandbox = await freshSandbox()
  await scraped(sandbox)
  const storm = async (from: number): Promise<number> => {
    for (let nth = from; nth < from + 60; nth += 1) {
      await sandbox.raw('GET', `/nothing/${nth}`)
      await sandbox.raw('GET', `/v1/users/usr_${nth}`, {
        headers: { authorization: `Bearer ${sandbox.apiKey}` },
      })
      await sandbox.raw(['PROPFIND', 'MKCOL', 'LOCK', 'REPORT'][nth % 4] ?? '', `/v1/users/${nth}`)
      await sandbox.raw('GET', `/i/${nth}`)
      await sandbox.raw('GET', `/dashboard/${nth}`)
      await sandbox.raw('GET', `/v1/verify/skill/${nth}/%ff${nth}`)
    }
    return [...(await scraped(sandbox)).keys()].filter((name) => name.startsWith('skillpass_')).length
  }
  const first = await storm(0)
  expect(await storm(1000)).toBe(first)
})

test('denials are counted by the limit that refused', async () => {
  const sandbox = await freshSandbox()
  const bursty = await newKey(sandbox, ['read'], { rate_limit: { per_minute: 100, burst: 1 } })
  const steady = await newKey(sandbox, ['read'], { rate_limit: { per_minute: 2, burst: 100 } })
  const daily = await newKey(sandbox, ['read'], { daily_quota: 1 })
  for (const { secret } of [bursty, daily]) {
    for (let nth = 0; nth < 2; nth += 1) await sandbox.request('GET', '/v1/me', { key: secret })
  }
  for (let nth = 0; nth < 4; nth += 1) await sandbox.request('GET', '/v1/me', { key: steady.secret })
  const seen = await scraped(sandbox)
  const denied = (limit: string): unknown => seen.get(`skillpass_limit_denials_total{limit="${limit}"}`)
  expect([denied('burst'), denied('minute'), denied('quota'), denied('auth_failures')]).toEqual([1, 2, 1, 0])
})

test('what became of idempotency keys', async () => {
  const { store, shut, open } = await gatedStore()
  const service = await assembled({ store })
  const one = { 'idempotency-key': 'one' }
  await invite(service, one)
  await invite(service, one)
  expectError(await invite(service, one, 'lee@example.com'), 'IDEMPOTENCY_KEY_REUSED')
  await service.request('POST', '/v1/assess/invites/inv_no/accept', { headers: { 'idempotency-key': 'two' } })
  const arrived = shut()
  const slow = invite(service, { 'idempotency-key': 'three' })
  await arrived
  expectError(await invite(service, { 'idempotency-key': 'three' }), 'IDEMPOTENCY_IN_PROGRESS')
  open()
  expectStatus(await slow, 201)
  const seen = await scraped(service)
  const became = (outcome: string): unknown =>
    seen.get(`skillpass_idempotency_outcomes_total{outcome="${outcome}"}`)
  expect(['first', 'replayed', 'reused', 'released', 'in_progress'].map(became)).toEqual([2, 1, 1, 1, 1])
})

test('deliveries: what waits, for how long, and what became of the attempts', async () => {
  const sandbox = await freshSandbox()
  const inbox = await receiver(statuses(500, 404, 200))
  const body = { url: inbox.url, events: ['invite.created'] }
  const hook = expectStatus(await sandbox.request('POST', '/v1/webhooks', { body }), 201).textAt('id')
  for (const name of ['a', 'b', 'c']) await invite(sandbox, {}, `${name}@example.com`)
  await inbox.until(3)
  const value = (name: string) => async () => (await scraped(sandbox)).get(name)
  const outcome = (name: string): string => `skillpass_webhook_attempts_total{outcome="${name}"}`
  await expect.poll(value(outcome('succeeded'))).toBe(1)
  const seen = await scraped(sandbox)
  expect([seen.get(outcome('http_5xx')), seen.get(outcome('http_4xx'))]).toEqual([1, 1])
  expect(seen.get('skillpass_webhook_attempt_duration_seconds_count')).toBe(3)
  expect(seen.get('skillpass_webhook_deliveries{status="retrying"}')).toBe(2)
  expect(seen.get('skillpass_webhook_oldest_due_seconds')).toBe(0)
  await sandbox.request('POST', `/v1/webhooks/${hook}/disable`)
  await invite(sandbox)
  await expect.poll(value('skillpass_webhook_deliveries{status="held"}')).toBeGreaterThanOrEqual(1)
})

test('the age of what is due longest grows while nobody takes it', async () => {
  const service = await assembled()
  const body = { kind: 'listener', name: 'away', events: ['*'] }
  expectStatus(await service.request('POST', '/v1/webhooks', { body }), 201)
  await invite(service)
  service.advance(90_000)
  expect((await scraped(service)).get('skillpass_webhook_oldest_due_seconds')).toBe(90)
})

test('the store: how long its transactions take, and whether it answers and takes writes', async () => {
  let broken = false
  const store = intercepted(await freshStore(), async (what) => {
    if (broken && what === 'read') throw new Error('out of order')
  })
  const service = await assembled({ store })
  await invite(service)
  const before = await scraped(service)
  expect(before.get('skillpass_store_transaction_duration_seconds_count{kind="write"}')).toBe(1)
  expect(before.get('skillpass_store_transaction_duration_seconds_count{kind="read"}')).toBeGreaterThan(0)
  expect([before.get('skillpass_store_answering'), before.get('skillpass_store_writable')]).toEqual([1, 1])
  broken = true
  const after = await scraped(service)
  expect(after.get('skillpass_store_answering')).toBe(0)
  expect([...after.keys()].filter((name) => name.startsWith('skillpass_webhook_deliveries'))).toEqual([])
  expect(after.has('skillpass_webhook_oldest_due_seconds')).toBe(false)
})

test('a store that hangs holds up no look at the metrics for longer than a second', async () => {
  let hangs = false
  const store = intercepted(await freshStore(), async (what) => {
    if (hangs && what === 'read') await new Promise(() => undefined)
  })
  const service = await assembled({ store })
  hangs = true
  expect((await scraped(service)).get('skillpass_store_answering')).toBe(0)
})

test('open streams and the build', async () => {
  const sandbox = await freshSandbox()
  const stream = await fetch(`${sandbox.url}/v1/events/stream`, {
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
  })
  const open = async () => (await scraped(sandbox)).get('skillpass_streams_open')
  expect(await open()).toBe(1)
  await stream.body?.cancel()
  await expect.poll(open).toBe(0)
  const build = [...(await scraped(sandbox)).keys()].find((name) => name.startsWith('skillpass_build_info'))
  expect(build).toMatch(/^skillpass_build_info\{version="\d+\.\d+\.\d+[^"]*",mode="sandbox"\}$/)
})

describe('who may read them', () => {
  test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s may', async (peer) => {
    const service = await assembled({ mode: 'live', peer })
    expectStatus(await service.request('GET', '/metrics', { key: null }), 200)
  })

  test.each(['203.0.113.9', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '1127.0.0.1'])(
    '%s may not, whatever it says of itself',
    async (peer) => {
      const service = await assembled({ mode: 'live', peer })
      const headers = { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }
      expectError(await service.raw('GET', '/metrics', { headers }), 'ROUTE_NOT_FOUND')
      expectError(await service.request('GET', '/metrics'), 'ROUTE_NOT_FOUND')
    },
  )

  test('nobody through a proxy on this machine', async () => {
    const service = await assembled({ mode: 'live' })
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      expectError(await service.request('GET', '/metrics', { headers: { [name]: 'x' } }), 'ROUTE_NOT_FOUND')
    }
  })

  test('once opened everybody, by whatever name the process is reached', async () => {
    const service = await assembled({ mode: 'live', peer: '203.0.113.9', address: { metrics: 'open' } })
    expectStatus(await service.raw('GET', '/metrics', { headers: { host: '10.1.2.3:4747' } }), 200)
    for (const path of ['/healthz', '/readyz']) {
      expectStatus(await service.raw('GET', path, { headers: { host: '10.1.2.3:4747' } }), 200)
    }
    expectError(await service.raw('GET', '/v1/me', { headers: { host: '10.1.2.3:4747' } }), 'HOST_FORBIDDEN')
  })

  test('they are read, never written', async () => {
    const sandbox = await freshSandbox()
    expectError(await sandbox.request('POST', '/metrics'), 'METHOD_NOT_ALLOWED')
    const head = await sandbox.request('HEAD', '/metrics')
    expect([head.status, head.text]).toEqual([200, ''])
  })
})
