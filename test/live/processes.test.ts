import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { check } from '../../src/keeper/check.ts'
import { openStoreAt, parseStoreSpec } from '../../src/runtime/store-at.ts'
import { refused, startServe } from '../e2e/process.ts'
import { command } from '../postgres.ts'
import { expectError, expectStatus, newKey, temporaryFolder } from '../sandbox.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { lentSchema } from '../stores.ts'
import { createClient, type Client } from '../http.ts'
import { draft, invited, place, three } from './processes.ts'

const minute = 60_000

test('three that start at once on an empty database make one admin key', async () => {
  const { start, store } = await place()
  const started = await Promise.all([start(), start(), start()])
  expect(started.filter(({ apiKey }) => apiKey !== null)).toHaveLength(1)
  const [row] = await command(
    store,
    "select count(*)::int as keys from skillpass_keys where ix_admin = 'yes'",
  )
  expect(row).toEqual({ keys: 1 })
})

test('one idempotency key at three processes at once makes one record', async () => {
  const all = await three()
  for (let round = 0; round < 20; round += 1) {
    const headers = { 'idempotency-key': `round-${round}` }
    const ask = { headers, body: draft(`round-${round}`) }
    const answers = await Promise.all(
      all.map(async (one) => {
        for (;;) {
          const answer = await one.request('POST', '/v1/assess/invites', ask)
          if (answer.code !== 'IDEMPOTENCY_IN_PROGRESS') return expectStatus(answer, 201)
        }
      }),
    )
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    const replayed = answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')
    expect(replayed).toHaveLength(2)
  }
  const list = await all[2].request('GET', '/v1/assess/invites?limit=100')
  expect(list.at('data.length')).toBe(20)
})

test('a key has one burst at all processes together', async () => {
  const all = await three()
  const { secret: key } = await newKey(all[0], ['read'], { rate_limit: { per_minute: 1, burst: 30 } })
  const per_minute = { per_minute: 1_000, burst: 30 }
  const { secret: quick } = await newKey(all[1], ['read'], { rate_limit: per_minute })
  expect(await passing(all, key, 20)).toBe(1)
  const before = performance.now()
  const passed = await passing(all, quick, 20)
  const refilled = Math.ceil(((performance.now() - before) / minute) * 1_000)
  expect(passed).toBeGreaterThanOrEqual(30)
  expect(passed).toBeLessThanOrEqual(30 + refilled)
})

/** How many of so many requests at each process are let through. */
async function passing(all: readonly Client[], key: string, each: number): Promise<number> {
  const answers = await Promise.all(
    all.flatMap((one) => Array.from({ length: each }, async () => one.request('GET', '/v1/me', { key }))),
  )
  for (const answer of answers) if (answer.status !== 200) expectError(answer, 'RATE_LIMITED')
  return answers.filter(({ status }) => status === 200).length
}

test('a daily quota is one for all processes, to the last request', async () => {
  const all = await three()
  const { secret: key } = await newKey(all[0], ['read'], { daily_quota: 25 })
  const answers = await Promise.all(
    all.flatMap((one) => Array.from({ length: 20 }, async () => one.request('GET', '/v1/me', { key }))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(25)
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused?.code).toBe('QUOTA_EXCEEDED')
})

test('entries of evidence stand in the order of their chain, though the clocks of two processes differ', async () => {
  const { start, store } = await place()
  const ahead = await start({ now: () => Date.now() + 5_000 })
  const behind = await start()
  const clients = [ahead, behind].map(({ url }) => createClient(url, ahead.apiKey ?? ''))
  const [one, two] = clients
  if (one === undefined || two === undefined) throw new Error('There are two.')
  expectStatus(await one.request('POST', '/v1/skills', { body: { key: 'react', name: 'React' } }), 201)
  expectStatus(await one.request('POST', '/v1/users', { body: { id: 'kim', display_name: 'Kim' } }), 201)
  const said = { type: 'session', skill: 'react', occurred_on: '2026-01-01', rating: 4 }
  const made: string[] = []
  for (const client of [one, two, two, one, two]) {
    const answer = await client.request('POST', '/v1/users/kim/evidence', { body: said })
    made.push(expectStatus(answer, 201).textAt('id'))
  }
  const listed = expectStatus(await two.request('GET', '/v1/users/kim/evidence'), 200)
  expect(made.map((_, at) => listed.textAt(`data.${at}.id`))).toEqual(made.toReversed())
  const opened = await openStoreAt(parseStoreSpec(store), () => undefined)
  const { problems } = await check(opened.changes(), () => undefined)
  await opened.store.close()
  expect(problems).toEqual([])
})

test('the log of requests is that of all processes', async () => {
  const [one, two, other] = await three()
  const missing = await Promise.all([two, other].map(async (each) => each.request('GET', '/v1/users/none')))
  const wanted = new Set(missing.map(({ headers }) => headers.get('x-request-id')))
  const found = async (): Promise<Set<unknown>> => {
    const list = expectStatus(await one.request('GET', '/v1/logs?status=404'), 200)
    return new Set([list.at('data.0.request_id'), list.at('data.1.request_id')])
  }
  await expect.poll(found, { timeout: 30_000 }).toEqual(wanted)
})

test('a process that takes no more hands its work on, and no request fails on the way', async () => {
  const [one, two, other] = await three()
  const over = new AbortController()
  const made: string[] = []
  const load = Promise.all(
    [one, two].map(async (each) => {
      while (!over.signal.aborted) made.push(await invited(each))
    }),
  )
  await wait(300)
  await other.close()
  await wait(300)
  over.abort()
  await load
  const counted = new Set<string>()
  let cursor = ''
  for (;;) {
    const page = await one.request('GET', `/v1/assess/invites?limit=100${cursor}`)
    const { data } = page.body as { data: { id: string }[] }
    for (const { id } of data) counted.add(id)
    if (page.at('next_cursor') === null) break
    cursor = `&cursor=${page.textAt('next_cursor')}`
  }
  expect([...counted].toSorted()).toEqual(made.toSorted())
})

describe('the program', () => {
  test('a sandbox on a database runs in one process: a second one is refused with 7', async () => {
    const store = await lentSchema(onTestFinished)
    const data = await temporaryFolder()
    const sandbox = await startServe(store, '--sandbox', '--data', data)
    onTestFinished(async () => void (await sandbox.end('SIGKILL')))
    const second = await refused(
      ['serve', '--store', store, '--port', '0', '--sandbox', '--data', data],
      40_000,
    )
    expect(second.code).toBe(7)
    expect(second.stderr).toContain('Another process runs the sandbox')
    expect(await sandbox.end('SIGTERM')).toBe(0)
  }, 60_000)

  test('a sandbox that was slow to start is not taken over once it answers', async () => {
    const store = await lentSchema(onTestFinished)
    // By its clock it took the store twenty seconds ago.
    let asked = 0
    const slow = (): number => Date.now() - (asked++ === 0 ? 20_000 : 0)
    const first = await startSandbox({ store, port: 0, seed: 'empty', now: slow })
    onTestFinished(() => first.close())
    const second = startSandbox({ store, port: 0, seed: 'empty' })
    await expect(second).rejects.toThrow('Another process runs the sandbox')
  })

  test('a sandbox that was reset is not taken over either', async () => {
    const store = await lentSchema(onTestFinished)
    const { url, apiKey, close } = await startSandbox({ store, port: 0, seed: 'empty' })
    onTestFinished(close)
    expectStatus(await createClient(url, apiKey).request('POST', '/v1/sandbox/reset', { body: {} }), 200)
    const second = startSandbox({ store, port: 0, seed: 'empty' })
    await expect(second).rejects.toThrow('Another process runs the sandbox')
  })

  test('what one said yes to is there when it was killed, and the others go on', async () => {
    const store = await lentSchema(onTestFinished)
    const secrets = ['--secret-file', join(await temporaryFolder(), 'secrets.json')]
    const doomed = await startServe(store, ...secrets)
    const left = await startServe(store, ...secrets)
    const key = doomed.apiKey ?? ''
    const [first, other] = [createClient(doomed.url, key), createClient(left.url, key)]
    expectStatus(await first.request('POST', '/v1/skills', { body: { key: 'react', name: 'React' } }), 201)
    const made: string[] = []
    const load = (async () => {
      for (;;) made.push(await invited(first))
    })().catch((error: unknown) => error)
    await expect.poll(() => made.length, { timeout: 30_000 }).toBeGreaterThan(20)
    await doomed.end('SIGKILL')
    expect(await load).toBeInstanceOf(Error)
    for (const id of made) expectStatus(await other.request('GET', `/v1/assess/invites/${id}`), 200)
    expect(await left.end('SIGTERM')).toBe(0)
  }, 60_000)
})

test('a log of which nothing is to be kept is not written down', async () => {
  const { start } = await place()
  const { url, apiKey } = await start({ keptRequests: 0 })
  const client = createClient(url, apiKey ?? '')
  const answer = expectStatus(await client.request('GET', '/v1/me'), 200)
  const id = answer.headers.get('x-request-id') ?? ''
  expectError(await client.request('GET', `/v1/logs/${id}`), 'LOG_NOT_FOUND')
})
