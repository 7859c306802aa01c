import { expect, test } from 'vitest'
import {
  ConnectionError,
  RateLimitError,
  ServerError,
  SkillpassError,
  TimeoutError,
} from '../../src/sdk/index.ts'
import { deadUrl, refusal, rig } from './scripted-server.ts'

const invite = { candidate_email: 'kim@example.com', skill: 'react' }

test.each([408, 429, 500, 502, 503, 504])('%i is tried twice more, then raised', async (status) => {
  const { client, received, pauses } = await rig([refusal(status, 'SOME_CODE')])
  await expect(client.me.get()).rejects.toMatchObject({ status, code: 'SOME_CODE' })
  expect(received).toHaveLength(3)
  expect(pauses).toEqual([375, 750])
})

test.each([400, 401, 403, 404, 409, 410, 415, 422, 501])('%i is not tried again', async (status) => {
  const { client, received } = await rig([refusal(status, 'SOME_CODE')])
  await expect(client.me.get()).rejects.toMatchObject({ status })
  expect(received).toHaveLength(1)
})

test('a 409 is tried again only when the service says so', async () => {
  const busy = refusal(409, 'IDEMPOTENCY_IN_PROGRESS', { 'x-should-retry': 'true', 'retry-after': '1' })
  const { client, received, pauses } = await rig([busy, { status: 201, body: { id: 'inv_1' } }])
  expect(await client.invites.create(invite)).toEqual({ id: 'inv_1' })
  expect(received).toHaveLength(2)
  expect(pauses).toEqual([1_000])
})

test('the service can forbid a retry', async () => {
  const { client, received } = await rig([refusal(429, 'QUOTA_EXCEEDED', { 'x-should-retry': 'false' })])
  await expect(client.me.get()).rejects.toBeInstanceOf(RateLimitError)
  expect(received).toHaveLength(1)
})

test('a success after failures is a success', async () => {
  const { client, received } = await rig([
    refusal(503, 'SERVICE_UNAVAILABLE'),
    { instead: 'cut' },
    { body: { ok: true } },
  ])
  expect(await client.me.get()).toEqual({ ok: true })
  expect(received).toHaveLength(3)
})

test('Retry-After goes before the own pause, as seconds or as a date', async () => {
  const date = 'Sat, 21 Nov 2026 12:00:09 GMT'
  const { client, pauses } = await rig([
    refusal(429, 'RATE_LIMITED', { 'retry-after': '2' }),
    refusal(429, 'RATE_LIMITED', { 'retry-after': date }),
    { body: {} },
  ])
  await client.me.get()
  expect(pauses).toEqual([2_000, 7_000])
})

test('a Retry-After above a minute is raised at once, with the seconds', async () => {
  const { client, received } = await rig([refusal(429, 'RATE_LIMITED', { 'retry-after': '61' })])
  await expect(client.me.get()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 61 })
  expect(received).toHaveLength(1)
})

test('pauses grow to eight seconds and no further', async () => {
  const { client, pauses } = await rig([refusal(500, 'INTERNAL_ERROR')], { maxRetries: 6 })
  await expect(client.me.get()).rejects.toBeInstanceOf(ServerError)
  expect(pauses).toEqual([375, 750, 1_500, 3_000, 6_000, 6_000])
})

test('a pause that would end after the total timeout is not begun: the refusal itself is raised', async () => {
  const script = [refusal(429, 'RATE_LIMITED', { 'retry-after': '30' })]
  const { client, received } = await rig(script, { totalTimeout: 20_000 })
  await expect(client.me.get()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(received).toHaveLength(1)
})

test('one try that hangs ends after its timeout and the next may succeed', async () => {
  const { client, received } = await rig([{ instead: 'hang' }, { body: { ok: true } }], { timeout: 500 })
  expect(await client.me.get()).toEqual({ ok: true })
  expect(received).toHaveLength(2)
})

test('nothing but hanging ends in a TimeoutError that may be retried', async () => {
  const { client, received } = await rig([{ instead: 'hang' }], { timeout: 300, totalTimeout: 10_000 })
  const error = await client.invites.create(invite).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error).toMatchObject({ code: 'TIMEOUT', retryable: true, status: null })
  expect(received).toHaveLength(3)
})

test('nobody listens: tried again, then CONNECTION_REFUSED', async () => {
  const { client, pauses } = await rig([], { baseUrl: await deadUrl() })
  const error = await client.me.get().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ code: 'CONNECTION_REFUSED', retryable: true })
  expect(pauses).toHaveLength(2)
})

test('a signal of the caller ends a pause and a try at once', async () => {
  const { client } = await rig([{ instead: 'hang' }])
  const call = client.me.get({ signal: AbortSignal.timeout(30) })
  await expect(call).rejects.toMatchObject({ code: 'ABORTED' })
  await expect(client.me.get({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
})

test('every try of one write carries one key, another write another; the error names it', async () => {
  const { client, received } = await rig([refusal(503, 'SERVICE_UNAVAILABLE')])
  const error = await client.invites.create(invite).catch((thrown: unknown) => thrown)
  const keys = received.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^auto-[0-9a-f]{32}$/)
  expect(error).toBeInstanceOf(SkillpassError)
  expect(error).toHaveProperty('idempotencyKey', keys[0])
  await client.invites.create(invite).catch(() => {})
  expect(received.at(-1)?.headers['idempotency-key']).not.toBe(keys[0])
})

test('a given key is used as it is, a read carries none', async () => {
  const { client, received } = await rig([{ body: {} }])
  await client.invites.create(invite, { idempotencyKey: 'mine-1' })
  await client.me.get()
  expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine-1', undefined])
  await expect(client.invites.create(invite, { idempotencyKey: 'with space' })).rejects.toMatchObject({
    code: 'PARAMETER_INVALID',
  })
})

test('options of one call win over those of the client', async () => {
  const { client, received } = await rig([refusal(500, 'INTERNAL_ERROR')])
  await expect(client.me.get({ maxRetries: 0 })).rejects.toBeInstanceOf(ServerError)
  expect(received).toHaveLength(1)
})
