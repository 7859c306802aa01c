import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { makeKey } from '../../src/core/keys.ts'
import { createFailureLimiter, createSharedFailureLimiter } from '../../src/server/failures.ts'
import type { FailureLimiter } from '../../src/server/failures.ts'
import type { Shared } from '../../src/store/shared.ts'
import { expectError, expectStatus, freshSandbox } from '../sandbox.ts'
import { assembled, type Assembled } from './assembled.ts'

/** What processes share, in this one: a real medium is the business of its driver. */
function sharedHere(now: () => number): Shared & { readonly swaps: () => number } {
  const states = new Map<string, string>()
  let swaps = 0
  return {
    swaps: () => swaps,
    async swap(name, _keptMs, change) {
      swaps += 1
      const { state, answer } = change(states.get(name) ?? null, now())
      states.set(name, state)
      return answer
    },
    tell: () => undefined,
    hear: () => () => undefined,
  }
}

const kinds: [string, (now: () => number) => FailureLimiter][] = [
  ['one process', createFailureLimiter],
  ['several processes', (now) => createSharedFailureLimiter(sharedHere(now), now)],
]

const wrong = makeKey('live', randomBytes)

async function fail(service: Assembled, times: number, ip = '203.0.113.9'): Promise<(string | null)[]> {
  const codes: (string | null)[] = []
  for (let sent = 0; sent < times; sent++) codes.push((await ask(service, wrong, ip)).code)
  return codes
}

const ask = async (service: Assembled, key: string | null, ip: string) =>
  await service.request('GET', '/v1/me', { key, headers: { 'x-forwarded-for': ip } })

describe.each(kinds)('%s', (_, failures) => {
  const live = async (): Promise<Assembled> =>
    await assembled({ mode: 'live', failures, address: { trustProxy: 'last' } })

  test('60 failures a minute are told what is wrong, the next that there were too many', async () => {
    const service = await live()
    expect(new Set(await fail(service, 60))).toEqual(new Set(['AUTH_KEY_INVALID']))
    const denied = expectError(await ask(service, wrong, '203.0.113.9'), 'AUTH_TOO_MANY_FAILURES')
    expect(denied.status).toBe(429)
    const wait = Number(denied.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(59)
    expect(wait).toBeLessThanOrEqual(65)
    service.advance(wait * 1_000)
    expect(await fail(service, 1)).toEqual(['AUTH_KEY_INVALID'])
  })

  test('a good key of the same address goes on working, and other addresses are told what is wrong', async () => {
    const service = await live()
    await fail(service, 61)
    expectStatus(await ask(service, service.apiKey, '203.0.113.9'), 200)
    expect((await ask(service, null, '203.0.113.9')).code).toBe('AUTH_MISSING')
    expect((await ask(service, wrong, '203.0.113.10')).code).toBe('AUTH_KEY_INVALID')
  })

  test('an IPv6 network counts as one', async () => {
    const service = await live()
    for (let host = 1; host <= 60; host++) await fail(service, 1, `2001:db8:0:7::${host.toString(16)}`)
    expect(await fail(service, 1, '2001:db8:0:7:ffff::1')).toEqual(['AUTH_TOO_MANY_FAILURES'])
    expect(await fail(service, 1, '2001:db8:0:8::1')).toEqual(['AUTH_KEY_INVALID'])
  })

  test('signing in to the dashboard counts too', async () => {
    const service = await live()
    const signIn = async (key: string) =>
      await service.request('POST', '/dashboard/session', {
        key: null,
        body: { key },
        headers: { origin: service.address.baseUrl, 'x-forwarded-for': '203.0.113.9' },
      })
    for (let sent = 0; sent < 60; sent++) expectError(await signIn(wrong), 'AUTH_KEY_INVALID')
    expectError(await signIn(wrong), 'AUTH_TOO_MANY_FAILURES')
    expectError(await signIn('nonsense'), 'AUTH_TOO_MANY_FAILURES')
    expectStatus(await signIn(service.apiKey), 204)
  })

  test('no 60 seconds let more than 60 through, wherever they begin', async () => {
    let now = 1_800_000_000_000 + 30_000
    const limiter = failures(() => now)
    const passed: number[] = []
    for (let step = 0; step < 4_000; step++) {
      now += 100
      if ((await limiter.note('203.0.113.9')) === 0) passed.push(now)
    }
    const most = Math.max(
      ...passed.map((at) => passed.filter((other) => other >= at && other < at + 60_000).length),
    )
    expect(most).toBe(60)
    expect(passed.length).toBeGreaterThan(300)
  })
})

test('processes count together, and a flood of one source costs the store nothing', async () => {
  let now = 1_800_000_000_000
  const shared = sharedHere(() => now)
  const [one, other] = [shared, shared].map((same) => createSharedFailureLimiter(same, () => now))
  for (let n = 0; n < 30; n++) {
    expect(await one?.note('203.0.113.9')).toBe(0)
    expect(await other?.note('203.0.113.9')).toBe(0)
  }
  expect(await one?.note('203.0.113.9')).toBeGreaterThan(0)
  expect(await other?.note('203.0.113.9')).toBeGreaterThan(0)
  const swaps = shared.swaps()
  for (let n = 0; n < 1_000; n++) await one?.note('203.0.113.9')
  expect(shared.swaps()).toBe(swaps)
  now += 65_000
  expect(await one?.note('203.0.113.9')).toBe(0)
})

test('however many sources there are, memory stays bounded', async () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  const heap = (): number => {
    if (typeof collect === 'function') collect()
    return process.memoryUsage().heapUsed
  }
  const limiter = createFailureLimiter(() => 1_800_000_000_000)
  for (let n = 0; n < 60; n++) await limiter.note('203.0.113.9')
  const before = heap()
  for (let n = 0; n < 300_000; n++) await limiter.note(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
  expect(heap() - before).toBeLessThan(24 * 1024 * 1024)
  // The oldest was forgotten.
  expect(await limiter.note('203.0.113.9')).toBe(0)
})

test('a sandbox counts none: people try things there', async () => {
  const sandbox = await freshSandbox()
  for (let sent = 0; sent < 70; sent++)
    expectError(await sandbox.request('GET', '/v1/me', { key: 'sk_test_123' }), 'AUTH_KEY_MALFORMED')
})
