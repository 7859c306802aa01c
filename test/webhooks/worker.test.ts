import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectStatus, freshSandbox, temporaryFolder, type TestSandbox } from '../sandbox.ts'
import { receiver } from './receiver.ts'
import { ownPort } from '../own-port.ts'

async function endpoint(sandbox: TestSandbox, url: string): Promise<string> {
  const made = await sandbox.request('POST', '/v1/webhooks', { body: { url, events: ['invite.created'] } })
  return expectStatus(made, 201).textAt('id')
}

async function invites(sandbox: TestSandbox, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, nth) => nth).values()
  const work = async (): Promise<void> => {
    for (const nth of numbers) {
      const body = { candidate_email: `c${nth}@example.com`, skill: 'react' }
      expectStatus(await sandbox.request('POST', '/v1/assess/invites', { body }), 201)
    }
  }
  await Promise.all(Array.from({ length: 10 }, work))
}

interface Shown {
  readonly status: string
  readonly attempt_count: number
  readonly created_at: string
  readonly next_attempt_at: string | null
  readonly last_outcome: string | null
}

async function deliveries(sandbox: TestSandbox, query = ''): Promise<Shown[]> {
  const rows: Shown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await sandbox.request(
      'GET',
      `/v1/deliveries?limit=100&${query}&cursor=${cursor}`.replace(/&cursor=$/, ''),
    )
    rows.push(...(expectStatus(page, 200).at('data') as Shown[]))
    cursor = page.at('next_cursor') as string | null
  }
  return rows
}

async function advance(sandbox: TestSandbox, by: string): Promise<void> {
  expectStatus(await sandbox.request('POST', '/v1/sandbox/clock', { body: { advance: by } }), 200)
}

const attempts = (rows: readonly Shown[]): number => rows.reduce((sum, row) => sum + row.attempt_count, 0)

test('Retry-After stretches the wait for the next attempt', async () => {
  const sandbox = await freshSandbox()
  const inbox = await receiver((_request, response, nth) => {
    if (nth === 1) response.writeHead(503, { 'retry-after': '3600' })
    response.end()
  })
  await endpoint(sandbox, inbox.url)
  await invites(sandbox, 1)
  await expect
    .poll(() => deliveries(sandbox), { timeout: 30_000 })
    .toMatchObject([{ status: 'retrying', last_outcome: 'http_503' }])
  const [waiting] = await deliveries(sandbox)
  const wait = Date.parse(waiting?.next_attempt_at ?? '') - Date.parse(waiting?.created_at ?? '')
  expect(wait).toBeGreaterThanOrEqual(3_600_000)
  await advance(sandbox, '59m')
  expect(inbox.received).toHaveLength(1)
  await advance(sandbox, '30m')
  expect(await deliveries(sandbox)).toMatchObject([{ status: 'succeeded', attempt_count: 2 }])
})

test('an endpoint that refuses connections is only probed while hundreds wait, and recovers', async () => {
  const sandbox = await freshSandbox({ rateLimit: 'off' })
  const port = await ownPort()
  await endpoint(sandbox, `http://127.0.0.1:${port}/hook`)
  await invites(sandbox, 300)
  await sleep(300)
  const waiting = await deliveries(sandbox)
  expect(attempts(waiting)).toBeGreaterThanOrEqual(5)
  expect(attempts(waiting)).toBeLessThanOrEqual(20)
  expect(waiting.filter((row) => row.status === 'pending').length).toBeGreaterThanOrEqual(280)
  await advance(sandbox, '1m')
  // Pauses of at most five seconds: about twelve probes a minute.
  expect(attempts(await deliveries(sandbox)) - attempts(waiting)).toBeLessThanOrEqual(14)
  const inbox = await receiver(undefined, port)
  await advance(sandbox, '15m')
  expect(new Set(inbox.received.map((one) => one.headers['webhook-id'])).size).toBe(300)
  expect(new Set((await deliveries(sandbox)).map((row) => row.status))).toEqual(new Set(['succeeded']))
})

test('a receiver that never answers and one that answers byte by byte delay nobody', async () => {
  const sandbox = await freshSandbox({ rateLimit: 'off' })
  const never = await receiver(() => undefined)
  const slow = await receiver((_request, response) => {
    response.writeHead(200, { 'content-length': '1000000' })
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const healthy = await receiver()
  for (const { url } of [never, slow, healthy]) await endpoint(sandbox, url)
  await invites(sandbox, 200)
  await healthy.until(200)
  expect(never.received).toHaveLength(10)
  expect(slow.received).toHaveLength(10)
})

test('an endpoint gets ten requests at the same time and never more', async () => {
  const sandbox = await freshSandbox({ rateLimit: 'off' })
  let open = 0
  let most = 0
  const inbox = await receiver((_request, response) => {
    most = Math.max(most, (open += 1))
    setTimeout(() => {
      open -= 1
      response.end()
    }, 20)
  })
  await endpoint(sandbox, inbox.url)
  await invites(sandbox, 150)
  await inbox.until(150)
  expect(most).toBe(10)
})

test('what waits is sent after a restart on the same data folder', async () => {
  const dataDir = await temporaryFolder()
  const port = await ownPort()
  const before = await freshSandbox({ dataDir, rateLimit: 'off' })
  await endpoint(before, `http://127.0.0.1:${port}/hook`)
  await invites(before, 60)
  const waiting = await deliveries(before)
  expect(waiting.some((row) => row.status === 'pending')).toBe(true)
  await before.close()

  const inbox = await receiver(undefined, port)
  const after = await freshSandbox({ dataDir })
  await expect.poll(() => inbox.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(40)
  await advance(after, '2m')
  expect(new Set(inbox.received.map((one) => one.headers['webhook-id'])).size).toBe(60)
  expect((await deliveries(after)).filter((row) => row.status !== 'succeeded')).toEqual([])
})

test('closing lets attempts under way end, and begins no others', async () => {
  const dataDir = await temporaryFolder()
  const inbox = await receiver((_request, response) => void setTimeout(() => response.end(), 300))
  const before = await freshSandbox({ dataDir, rateLimit: 'off' })
  await endpoint(before, inbox.url)
  await invites(before, 25)
  await inbox.until(10)
  await before.close()
  const handed = inbox.received.length
  expect(handed).toBeLessThan(25)
  await sleep(500)
  expect(inbox.received).toHaveLength(handed)

  const after = await freshSandbox({ dataDir })
  const known = await deliveries(after)
  expect(known.filter((row) => row.attempt_count === 1).length).toBeGreaterThanOrEqual(handed)
  await inbox.until(25)
  await expect.poll(() => deliveries(after, 'status=succeeded'), { timeout: 30_000 }).toHaveLength(25)
  expect(inbox.received).toHaveLength(25)
})
