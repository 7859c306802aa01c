import { describe, expect, test } from 'vitest'
import type { Answer } from '../http.ts'
import {
  expectError,
  expectStatus,
  freshSandbox,
  newKey,
  sharedSandbox,
  temporaryFolder,
} from '../sandbox.ts'
import { assembled, intercepted } from './assembled.ts'
import { freshStore } from '../stores.ts'

const sandbox = await sharedSandbox()

interface Left {
  readonly burst: number
  readonly minute: number
}

function left(answer: Answer): Left {
  const found = /^"burst";r=(\d+);t=\d+, "minute";r=(\d+);t=\d+$/.exec(answer.headers.get('ratelimit') ?? '')
  if (found === null) throw new TypeError(`No RateLimit on ${answer.status} ${answer.text}`)
  return { burst: Number(found[1]), minute: Number(found[2]) }
}

async function limitedKey(per_minute: number, burst: number): Promise<string> {
  const { secret } = await sandbox.newKey(['read'], { rate_limit: { per_minute, burst } })
  return secret
}

describe('headers', () => {
  test('say policy, rest and reset, in both spellings', async () => {
    const key = await limitedKey(1000, 100)
    const before = Math.floor(Date.now() / 1000)
    const { headers } = expectStatus(await sandbox.request('GET', '/v1/me', { key }), 200)
    expect(headers.get('ratelimit-policy')).toBe('"burst";q=100;w=6, "minute";q=1000;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"burst";r=99;t=1, "minute";r=999;t=6[01]$/)
    expect(headers.get('x-ratelimit-limit')).toBe('1000')
    expect(headers.get('x-ratelimit-remaining')).toBe('999')
    const reset = Number(headers.get('x-ratelimit-reset'))
    expect(reset).toBeGreaterThanOrEqual(before + 60)
    expect(reset).toBeLessThanOrEqual(before + 63)
  })

  test('stand on every authenticated answer, whatever its status, and count down', async () => {
    const key = await limitedKey(1000, 100)
    const ask = async (method: string, path: string, body?: unknown) =>
      await sandbox.request(method, path, { key, body })
    const answers = [
      await ask('GET', '/v1/me'),
      await ask('GET', '/v1/users/none'),
      await ask('GET', '/v1/users?limit=0'),
      await ask('POST', '/v1/users', { display_name: 'Kim' }),
      await ask('POST', '/v1/users', '{'),
      await ask('GET', '/v1/users?cursor=x'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 422, 403, 403, 400])
    expect(answers.map((answer) => left(answer).minute)).toEqual([999, 998, 997, 996, 995, 994])
  })

  test('are not on public answers, nor where no key was recognised', async () => {
    for (const path of ['/healthz', '/v1/errors', '/v1/me', '/v1/nothing-here']) {
      const { headers } = await sandbox.request('GET', path, { key: null })
      expect(headers.get('ratelimit'), path).toBeNull()
    }
  })

  test.each([
    ['free', 60, 20],
    ['standard', 1_000, 100],
    ['scale', 10_000, 1_000],
  ])('tier %s: %i a minute, %i at once', async (tier, perMinute, burst) => {
    const { secret: key } = await sandbox.newKey(['read'], { tier })
    const answer = await sandbox.request('GET', '/v1/me', { key })
    expect(left(answer)).toEqual({ burst: burst - 1, minute: perMinute - 1 })
  })
})

describe('429', () => {
  test('by the burst, though the minute has room', async () => {
    const key = await limitedKey(60, 2)
    for (let sent = 0; sent < 2; sent++) expectStatus(await sandbox.request('GET', '/v1/me', { key }), 200)
    const denied = expectError(await sandbox.request('GET', '/v1/me', { key }), 'RATE_LIMITED')
    expect(denied.status).toBe(429)
    expect(denied.headers.get('retry-after')).toBe('1')
    expect(denied.at('error.retry_after_seconds')).toBe(1)
    expect(left(denied)).toEqual({ burst: 0, minute: 58 })
  })

  test('by the minute, though the burst has room', async () => {
    const key = await limitedKey(2, 50)
    for (let sent = 0; sent < 2; sent++) expectStatus(await sandbox.request('GET', '/v1/me', { key }), 200)
    const denied = expectError(await sandbox.request('GET', '/v1/me', { key }), 'RATE_LIMITED')
    expect(left(denied)).toEqual({ burst: 48, minute: 0 })
    const wait = denied.headers.get('retry-after') ?? ''
    expect(wait).toMatch(/^\d+$/)
    expect(Number(wait)).toBeGreaterThan(50)
    expect(Number(wait)).toBeLessThanOrEqual(61)
    expect(Number(wait)).toBe(denied.at('error.retry_after_seconds'))
  })

  test('takes nothing: however often one asks, it passes after Retry-After', async () => {
    const key = await limitedKey(60, 1)
    expectStatus(await sandbox.request('GET', '/v1/me', { key }), 200)
    const start = performance.now()
    const denials = await Promise.all(
      Array.from({ length: 20 }, () => sandbox.request('GET', '/v1/me', { key })),
    )
    for (const denied of denials) {
      expectError(denied, 'RATE_LIMITED')
      expect(left(denied)).toEqual({ burst: 0, minute: 59 })
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 - (performance.now() - start)))
    expectStatus(await sandbox.request('GET', '/v1/me', { key }), 200)
  })

  test('of parallel requests exactly as many pass as the limit allows', async () => {
    const key = await limitedKey(30, 10)
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => sandbox.request('GET', '/v1/me', { key })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  })

  test('one key’s limit is not another’s', async () => {
    const [one, other] = [await limitedKey(1, 1), await limitedKey(1, 1)]
    expectStatus(await sandbox.request('GET', '/v1/me', { key: one }), 200)
    expectError(await sandbox.request('GET', '/v1/me', { key: one }), 'RATE_LIMITED')
    expectStatus(await sandbox.request('GET', '/v1/me', { key: other }), 200)
  })

  test('a raised limit counts at once', async () => {
    const { id, secret: key } = await sandbox.newKey(['read'], { rate_limit: { per_minute: 1, burst: 1 } })
    expectStatus(await sandbox.request('GET', '/v1/me', { key }), 200)
    expectError(await sandbox.request('GET', '/v1/me', { key }), 'RATE_LIMITED')
    const body = { rate_limit: { per_minute: 100, burst: 10 } }
    expectStatus(await sandbox.request('PATCH', `/v1/keys/${id}`, { body }), 200)
    expectStatus(await sandbox.request('GET', '/v1/me', { key }), 200)
  })
})

describe('the sandbox’s own choice', () => {
  test('a number holds for every key', async () => {
    const slow = await freshSandbox({ rateLimit: 20 })
    const answer = await slow.request('GET', '/v1/me')
    expect(answer.headers.get('ratelimit-policy')).toBe('"burst";q=2;w=6, "minute";q=20;w=60')
  })

  test('off counts nothing and says nothing', async () => {
    const free = await freshSandbox({ rateLimit: 'off' })
    const { secret: key } = await free.newKey(['read'], { rate_limit: { per_minute: 1, burst: 1 } })
    for (let sent = 0; sent < 3; sent++) {
      const answer = expectStatus(await free.request('GET', '/v1/me', { key }), 200)
      expect(answer.headers.get('ratelimit')).toBeNull()
    }
  })
})

describe('daily quota', () => {
  test('ends at midnight UTC, by the service’s clock', async () => {
    const service = await assembled()
    const { secret: key } = await newKey(service, ['read'], { daily_quota: 2 })
    for (let sent = 0; sent < 2; sent++) expectStatus(await service.request('GET', '/v1/me', { key }), 200)
    const denied = expectError(await service.request('GET', '/v1/me', { key }), 'QUOTA_EXCEEDED')
    expect(denied.status).toBe(429)
    expect(denied.headers.get('retry-after')).toBe(String(12 * 3600))
    expect(denied.headers.get('x-should-retry')).toBe('false')
    service.advance(12 * 3600_000 - 1)
    const last = expectError(await service.request('GET', '/v1/me', { key }), 'QUOTA_EXCEEDED')
    expect(last.headers.get('retry-after')).toBe('1')
    service.advance(1)
    expectStatus(await service.request('GET', '/v1/me', { key }), 200)
  })

  test('parallel requests do not slip past it, though each waits for the store', async () => {
    const wait = async () => await new Promise<void>((resolve) => setTimeout(resolve, 50))
    const service = await assembled({ store: intercepted(await freshStore(), wait) })
    const { secret: key } = await newKey(service, ['read'], { daily_quota: 5 })
    const storm = Array.from({ length: 20 }, () => service.request('GET', '/v1/me', { key }))
    const answers = await Promise.all(storm)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  })

  test('requests that the rate limit denied do not count', async () => {
    const limits = { rate_limit: { per_minute: 60, burst: 1 }, daily_quota: 2 }
    const { id, secret: key } = await sandbox.newKey(['read'], limits)
    expectStatus(await sandbox.request('GET', '/v1/me', { key }), 200)
    for (let sent = 0; sent < 5; sent++) {
      expectError(await sandbox.request('GET', '/v1/me', { key }), 'RATE_LIMITED')
    }
    const body = { rate_limit: { per_minute: 600, burst: 100 } }
    expectStatus(await sandbox.request('PATCH', `/v1/keys/${id}`, { body }), 200)
    expectStatus(await sandbox.request('GET', '/v1/me', { key }), 200)
    expectError(await sandbox.request('GET', '/v1/me', { key }), 'QUOTA_EXCEEDED')
  })

  test('survives a restart of the sandbox', async () => {
    const dataDir = await temporaryFolder()
    const first = await freshSandbox({ dataDir })
    const { secret: key } = await first.newKey(['read'], { daily_quota: 2 })
    expectStatus(await first.request('GET', '/v1/me', { key }), 200)
    await first.close()
    const second = await freshSandbox({ dataDir })
    expectStatus(await second.request('GET', '/v1/me', { key }), 200)
    expectError(await second.request('GET', '/v1/me', { key }), 'QUOTA_EXCEEDED')
  })
})
