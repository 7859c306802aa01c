import { afterEach, describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { someone, startApi } from './api.ts'

const api = await startApi()
const path = '/v1/sandbox/faults'

afterEach(async () => {
  await api.send('DELETE', path)
})

async function fault(body: Record<string, unknown>) {
  return await api.ok(contract.sandbox.addFault, path, { body })
}

async function faults() {
  return (await api.ok(contract.sandbox.faults, path)).data
}

async function statuses(count: number, method = 'GET', at = '/v1/me'): Promise<number[]> {
  const answers: number[] = []
  for (let sent = 0; sent < count; sent++) answers.push((await api.send(method, at)).status)
  return answers
}

describe('the answer', () => {
  test.each([
    [429, 'RATE_LIMITED', true, 1],
    [503, 'SERVICE_UNAVAILABLE', true, 1],
    [500, 'INTERNAL_ERROR', true, null],
    [409, 'IDEMPOTENCY_IN_PROGRESS', true, 1],
    [401, 'AUTH_KEY_INVALID', false, null],
    [404, 'ROUTE_NOT_FOUND', false, null],
    [502, 'INTERNAL_ERROR', true, null],
    [418, 'INTERNAL_ERROR', false, null],
  ])('%s is %s', async (status, code, retryable, retry_after_seconds) => {
    const { id } = await fault({ status })
    const { headers, ...answer } = await api.send('GET', '/v1/me')
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({
      error: { code, status, retryable, retry_after_seconds, details: { fault_id: id } },
    })
    expect(headers.get('retry-after')).toBe(retry_after_seconds && String(retry_after_seconds))
    expect(headers.get('x-should-retry')).toBe(String(retryable))
  })

  test('says that it was asked for', async () => {
    const { id } = await fault({ status: 503 })
    expect((await api.refused('GET', '/v1/me')).message).toContain(`The fault ${id} was set on purpose`)
  })

  test('comes before the operation, whose idempotency key stays free', async () => {
    const sent = { body: { ...someone(), skill: 'react' }, headers: { 'idempotency-key': 'again' } }
    const known = (await api.events('type=invite.created')).length
    await fault({ status: 500, times: 1 })
    expect((await api.send('POST', '/v1/assess/invites', sent)).status).toBe(500)
    expect(await api.events('type=invite.created')).toHaveLength(known)
    const second = await api.send('POST', '/v1/assess/invites', sent)
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'false'])
  })

  test('is logged with its code', async () => {
    await fault({ status: 429, times: 1 })
    const { request_id } = await api.refused('GET', '/v1/me')
    expect(await api.ok(contract.logs.get, `/v1/logs/${request_id}`)).toMatchObject({
      status: 429,
      error_code: 'RATE_LIMITED',
    })
  })
})

describe('which requests it meets', () => {
  const { invites, me } = { invites: '/v1/assess/invites', me: '/v1/me' }

  test.each([
    ['any', {}, 'GET', me, true],
    ['its method', { method: 'GET' }, 'GET', me, true],
    ['no other method', { method: 'POST' }, 'GET', me, false],
    ['HEAD as GET', { method: 'GET' }, 'HEAD', me, true],
    ['its path', { path: me }, 'GET', me, true],
    ['its path, whatever the query', { path: invites }, 'GET', `${invites}?limit=3`, true],
    ['no longer path', { path: invites }, 'GET', `${invites}/inv_1`, false],
    ['what begins like it, with a star', { path: `${invites}*` }, 'GET', `${invites}/inv_1`, true],
    ['nothing else, with a star', { path: '/v1/users/*' }, 'GET', invites, false],
    ['the other spelling of its route', { path: invites }, 'GET', '/v1/assess/invite', true],
    ['every object, by the template', { path: `${invites}/{id}` }, 'GET', `${invites}/inv_1`, true],
    ['a public route', {}, 'GET', '/v1/errors', true],
    ['nothing outside /v1', {}, 'GET', '/healthz', false],
    ['no route of the sandbox', { path: '/v1/*' }, 'GET', '/v1/sandbox/clock', false],
  ])('%s', async (_, filter, method, target, met) => {
    await fault({ ...filter, status: 555 })
    expect((await api.send(method, target)).status === 555).toBe(met)
    expect((await faults()).map((one) => one.hits)).toEqual([met ? 1 : 0])
  })

  test('only those with a valid key', async () => {
    await fault({ status: 503 })
    expect((await api.refused('GET', '/v1/me', { key: null })).code).toBe('AUTH_MISSING')
  })

  test('the oldest that matches', async () => {
    await fault({ path: '/v1/users', status: 500 })
    await fault({ status: 501 })
    await fault({ status: 502 })
    expect(await statuses(2)).toEqual([501, 501])
    expect((await faults()).map((one) => one.hits)).toEqual([0, 2, 0])
  })

  test('so many times, then never again', async () => {
    const { id } = await fault({ status: 503, times: 2 })
    expect(await statuses(1)).toEqual([503])
    expect(await faults()).toMatchObject([{ id, times: 2, remaining: 1, hits: 1 }])
    expect(await statuses(3)).toEqual([503, 200, 200])
    expect(await faults()).toEqual([])
  })

  test('exactly so many when they come at once', async () => {
    await fault({ status: 503, times: 5 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await api.send('GET', '/v1/me')).status),
    )
    expect(answers.filter((status) => status === 503)).toHaveLength(5)
  })

  test('a share of them', async () => {
    await fault({ status: 503, rate: 0.5 })
    const failed = (await statuses(200)).filter((status) => status === 503).length
    // Beyond eight standard deviations on either side.
    expect(failed).toBeGreaterThan(40)
    expect(failed).toBeLessThan(160)
    expect((await faults())[0]?.hits).toBe(failed)
  })
})

describe('a delay', () => {
  test('comes first, then the operation', async () => {
    await fault({ delay_ms: 150, times: 1 })
    const started = performance.now()
    expect(await statuses(1)).toEqual([200])
    expect(performance.now() - started).toBeGreaterThanOrEqual(145)
  })

  test('comes before the failure too', async () => {
    await fault({ delay_ms: 150, status: 503 })
    const started = performance.now()
    expect(await statuses(1)).toEqual([503])
    expect(performance.now() - started).toBeGreaterThanOrEqual(145)
  })

  test('holds up nobody else', async () => {
    await fault({ path: '/v1/users', delay_ms: 300 })
    const order: string[] = []
    const slow = api.send('GET', '/v1/users').then(() => order.push('slow'))
    await api.send('GET', '/v1/me').then(() => order.push('quick'))
    await slow
    expect(order).toEqual(['quick', 'slow'])
  })

  test('ends with the caller, who then has changed nothing', async () => {
    await fault({ path: '/v1/users', delay_ms: 60_000 })
    const signal = AbortSignal.timeout(100)
    const headers = { authorization: `Bearer ${api.sandbox.apiKey}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ id: 'left-early', display_name: 'Kim' })
    await expect(
      fetch(`${api.sandbox.url}/v1/users`, { method: 'POST', headers, body, signal }),
    ).rejects.toThrow(/timeout/)
    await expect
      .poll(
        async () => (await api.ok(contract.logs.list, '/v1/logs?limit=5&error_code=REQUEST_TIMEOUT')).data,
      )
      .toMatchObject([{ method: 'POST', path: '/v1/users' }])
    await api.send('DELETE', path)
    expect((await api.refused('GET', '/v1/users/left-early')).code).toBe('USER_NOT_FOUND')
  })
})

test('a cut connection has no answer and no effect', async () => {
  await fault({ method: 'POST', cut: true, times: 1 })
  const sent = { body: { id: 'cut-off', display_name: 'Kim' } }
  await expect(api.send('POST', '/v1/users', sent)).rejects.toThrow('fetch failed')
  expect((await api.refused('GET', '/v1/users/cut-off')).code).toBe('USER_NOT_FOUND')
  expect((await api.send('POST', '/v1/users', sent)).status).toBe(201)
})

describe('clearing', () => {
  test('one', async () => {
    const first = await fault({ status: 500 })
    const second = await fault({ status: 503 })
    expect(await api.ok(contract.sandbox.clearFaults, `${path}?id=${first.id}`)).toEqual({
      object: 'faults',
      cleared: 1,
    })
    expect((await faults()).map((one) => one.id)).toEqual([second.id])
    expect(await statuses(1)).toEqual([503])
  })

  test('all', async () => {
    await fault({ status: 500 })
    await fault({ status: 503 })
    expect(await api.ok(contract.sandbox.clearFaults, path)).toMatchObject({ cleared: 2 })
    expect(await statuses(1)).toEqual([200])
    expect(await api.ok(contract.sandbox.clearFaults, path)).toMatchObject({ cleared: 0 })
  })

  test('happens with a reset', async () => {
    await fault({ status: 500 })
    await api.send('POST', '/v1/sandbox/reset', { body: {} })
    expect(await faults()).toEqual([])
  })
})

test('a replayed creation adds no second fault', async () => {
  const sent = { body: { status: 503 }, headers: { 'idempotency-key': 'one-fault' } }
  const first = await api.send('POST', path, sent)
  expect(await api.send('POST', path, sent)).toMatchObject({ status: 201, body: first.body })
  expect(await faults()).toEqual([first.body])
})
