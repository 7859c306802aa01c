import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openEphemeralStore } from '../../src/store/json/ephemeral.ts'
import { createListeners } from '../../src/worker/listeners.ts'
import { expectError, expectStatus, freshSandbox, type TestSandbox } from '../sandbox.ts'
import { assembled, intercepted } from '../server/assembled.ts'
import { eventStream, type EventStream } from './event-stream.ts'

async function invite(sandbox: TestSandbox, email = 'kim@example.com'): Promise<string> {
  const body = { candidate_email: email, skill: 'react' }
  return expectStatus(await sandbox.request('POST', '/v1/assess/invites', { body }), 201).textAt('id')
}

async function invites(sandbox: TestSandbox, count: number, name = 'c'): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await invite(sandbox, `${name}${nth}@example.com`)
}

interface Named {
  readonly id: string
  readonly event: string
}

async function eventsOf(sandbox: TestSandbox): Promise<Named[]> {
  const { body } = expectStatus(await sandbox.request('GET', '/v1/events?limit=100'), 200)
  return (body as { data: Named[] }).data.toReversed()
}

const ids = (stream: EventStream): (string | null)[] => stream.messages.map((one) => one.id)

test('a stream says at once that it stands', async () => {
  const sandbox = await freshSandbox()
  const stream = await eventStream(sandbox, '/v1/events/stream')
  await expect.poll(() => stream.comments, { timeout: 30_000 }).toHaveLength(1)
  expect(stream.messages).toEqual([])
})

test('events as they happen, byte for byte what webhooks are sent', async () => {
  const sandbox = await freshSandbox()
  const stream = await eventStream(sandbox, '/v1/events/stream')
  await invite(sandbox)
  await stream.until(1)
  const [event] = await eventsOf(sandbox)
  expect(stream.messages).toEqual([{ id: event?.id, event: 'invite.created', data: JSON.stringify(event) }])
})

test('a reader that comes back with Last-Event-ID misses nothing and sees nothing twice', async () => {
  const sandbox = await freshSandbox({ rateLimit: 'off' })
  const seen: (string | null)[] = []
  const writing = invites(sandbox, 90)
  let last: string | null = null
  for (let visit = 0; visit < 5; visit += 1) {
    const headers = last === null ? {} : { 'last-event-id': last }
    const stream = await eventStream(sandbox, '/v1/events/stream', headers)
    await stream.until(10)
    await stream.leave()
    seen.push(...ids(stream))
    last = seen.at(-1) ?? null
  }
  await writing
  const rest = await eventStream(sandbox, '/v1/events/stream', { 'last-event-id': last ?? '' })
  await invite(sandbox, 'last@example.com')
  const all = (await eventsOf(sandbox)).map((one) => one.id)
  const from = all.slice(all.indexOf(seen[0] ?? ''))
  await rest.until(from.length - seen.length)
  expect([...seen, ...ids(rest)]).toEqual(from)
})

test('events of one type, one invite, one user; missed ones too', async () => {
  const sandbox = await freshSandbox()
  await invite(sandbox, 'first@example.com')
  const [first] = await eventsOf(sandbox)
  const id = await invite(sandbox)
  const live = await eventStream(sandbox, '/v1/events/stream?type=assessment.started')
  const accepted = await sandbox.request('POST', `/v1/assess/invites/${id}/start`, { body: {} })
  await invite(sandbox, 'other@example.com')
  await live.until(1)
  const resume = { 'last-event-id': first?.id ?? '' }
  const wanted = ['invite.created', 'invite.accepted', 'assessment.started']
  const ofInvite = await eventStream(sandbox, `/v1/events/stream?invite_id=${id}`, resume)
  await ofInvite.until(3)
  const userId = expectStatus(accepted, 200).textAt('user_id')
  const ofUser = await eventStream(sandbox, `/v1/events/stream?user_id=${userId}`, resume)
  await ofUser.until(2)
  expect(live.messages.map((one) => one.event)).toEqual(['assessment.started'])
  expect(ofInvite.messages.map((one) => one.event)).toEqual(wanted)
  expect(ofUser.messages.map((one) => one.event)).toEqual(wanted.slice(1))
})

test('a stream goes on after a reset, though the clock went back', async () => {
  const sandbox = await freshSandbox()
  expectStatus(await sandbox.request('POST', '/v1/sandbox/clock', { body: { advance: '72h' } }), 200)
  const stream = await eventStream(sandbox, '/v1/events/stream')
  await invite(sandbox)
  await stream.until(1)
  expectStatus(await sandbox.request('POST', '/v1/sandbox/reset', { body: {} }), 200)
  await invite(sandbox)
  await stream.until(2)
  const [early, late] = ids(stream)
  expect(late?.localeCompare(early ?? '')).toBe(-1)
})

test('requests as they are answered, but never the stream itself', async () => {
  const sandbox = await freshSandbox()
  const stream = await eventStream(sandbox, '/v1/logs/stream')
  const failed = await eventStream(sandbox, '/v1/logs/stream?status=404')
  await sandbox.request('GET', '/v1/skills')
  const missing = await sandbox.request('GET', '/v1/assess/invites/inv_none')
  await failed.until(1)
  await stream.until(2)
  expect(ids(failed)).toEqual([missing.headers.get('x-request-id')])
  expect(stream.messages.map((one) => one.event)).not.toContain('hb')
  expect(ids(stream)).toContain(missing.headers.get('x-request-id'))
})

test('who leaves while what was missed is read is read nothing more', async () => {
  const store = openEphemeralStore()
  const made = '2026-03-20T12:00:00.000Z'
  const body = JSON.stringify({ filler: 'x'.repeat(500) })
  await store.transact(async (tx) => {
    for (let nth = 0; nth < 20_000; nth += 1) {
      const id = `evt_${String(nth).padStart(26, '0')}`
      await tx.insert('events', {
        id,
        event: 'user.created',
        user_id: null,
        invite_id: null,
        created_at: made,
        body,
      })
    }
  })
  let reads = 0
  const counted = intercepted(store, async (what) => {
    if (what === 'read') reads += 1
  })
  const service = await assembled({ store: counted })
  const place = { url: service.address.baseUrl, apiKey: service.apiKey }
  const stream = await eventStream(place, '/v1/events/stream', { 'last-event-id': 'evt_' })
  await stream.until(1)
  await stream.leave()
  await setTimeout(200)
  const before = reads
  await setTimeout(300)
  expect([reads - before, reads]).toEqual([0, expect.toSatisfy((count: number) => count < 90)])
})

interface Handed {
  readonly delivery_id: string
  readonly event_id: string
  readonly attempt: number
  readonly body: string
}

interface Listener {
  readonly id: string
  readonly secret: string
  open(): Promise<EventStream>
  answer(handed: Handed, result: object): Promise<void>
  delivery(id: string): Promise<{ status: string; attempts: { outcome: string }[] }>
}

async function listener(sandbox: TestSandbox, status: 200 | 201 = 201): Promise<Listener> {
  const body = { kind: 'listener', name: 'laptop', events: ['invite.created'] }
  const made = expectStatus(await sandbox.request('POST', '/v1/webhooks', { body }), status)
  const id = made.textAt('id')
  return {
    id,
    secret: made.textAt('secret'),
    open: async () => await eventStream(sandbox, `/v1/webhooks/${id}/stream`),
    answer: async ({ delivery_id, attempt }, result) => {
      const report = { delivery_id, attempt, duration_ms: 3, ...result }
      expectStatus(await sandbox.request('POST', `/v1/webhooks/${id}/results`, { body: report }), 200)
    },
    delivery: async (delivery) => {
      const shown = expectStatus(await sandbox.request('GET', `/v1/deliveries/${delivery}`), 200)
      return shown.body as Awaited<ReturnType<Listener['delivery']>>
    },
  }
}

const handedBy = (stream: EventStream): Handed[] => stream.messages.map((one) => JSON.parse(one.data))

test('what a listener reports becomes the outcome of the attempt, and failures are retried', async () => {
  const sandbox = await freshSandbox()
  const laptop = await listener(sandbox)
  const stream = await laptop.open()
  await invite(sandbox)
  await stream.until(1)
  const [first] = handedBy(stream)
  if (first === undefined) throw new Error('Nothing was handed over')
  const [event] = await eventsOf(sandbox)
  expect(first).toMatchObject({ attempt: 1, event_id: event?.id, body: JSON.stringify(event) })
  await laptop.answer(first, { status: 500, body: 'broken' })
  await expect
    .poll(() => laptop.delivery(first.delivery_id), { timeout: 30_000 })
    .toMatchObject({ status: 'retrying' })
  const moved = sandbox.request('POST', '/v1/sandbox/clock', { body: { advance: '10s' } })
  await stream.until(2)
  const [, second] = handedBy(stream)
  await laptop.answer(second ?? first, { error: 'connect_refused' })
  await moved
  const again = sandbox.request('POST', '/v1/sandbox/clock', { body: { advance: '1m' } })
  await stream.until(3)
  const [, , third] = handedBy(stream)
  await laptop.answer(third ?? first, { status: 200 })
  await again
  expect(await laptop.delivery(first.delivery_id)).toMatchObject({
    status: 'succeeded',
    attempts: [{ outcome: 'http_500' }, { outcome: 'connect_refused' }, { outcome: 'succeeded' }],
  })
  expect(new Set(handedBy(stream).map((one) => one.body)).size).toBe(1)
})

test('what happened while nobody listened arrives on connect; a name keeps its secret', async () => {
  const sandbox = await freshSandbox()
  const laptop = await listener(sandbox)
  for (const email of ['a', 'b', 'c']) await invite(sandbox, `${email}@example.com`)
  const again = await listener(sandbox, 200)
  expect(again).toMatchObject({ id: laptop.id, secret: laptop.secret })
  const stream = await again.open()
  await stream.until(3)
  expect(handedBy(stream).map((one) => one.event_id)).toEqual((await eventsOf(sandbox)).map((one) => one.id))
})

test('a listener that goes away amid an attempt gets it again when it is back', async () => {
  const sandbox = await freshSandbox()
  const laptop = await listener(sandbox)
  const stream = await laptop.open()
  await invite(sandbox)
  await stream.until(1)
  const [handed] = handedBy(stream)
  await stream.leave()
  await expect
    .poll(() => laptop.delivery(handed?.delivery_id ?? ''), { timeout: 30_000 })
    .toMatchObject({ status: 'retrying', attempts: [{ outcome: 'listener_offline' }] })
  const back = await laptop.open()
  await back.until(1)
  expect(handedBy(back)).toMatchObject([{ delivery_id: handed?.delivery_id, attempt: 2 }])
})

test('an attempt without a result ends as listener_offline before its lease does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const listeners = createListeners(Date.now)
    listeners.connect('we_1', () => undefined)
    const headers = {}
    const message = {
      delivery_id: 'dlv_1',
      event_id: 'evt_1',
      event_type: 'x',
      attempt: 1,
      headers,
      body: '',
    }
    const ended = listeners.hand('we_1', message, '200')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await ended).toMatchObject({ outcome: 'listener_offline', unreachable: false })
  } finally {
    vi.useRealTimers()
  }
})

test('the end of the server ends its streams at once, one with an attempt under way too', async () => {
  const sandbox = await freshSandbox()
  const laptop = await listener(sandbox)
  const handing = await laptop.open()
  const events = await eventStream(sandbox, '/v1/events/stream')
  await invite(sandbox)
  await handing.until(1)
  const started = performance.now()
  const closed = sandbox.close()
  await Promise.all([handing.ended, events.ended])
  expect(performance.now() - started).toBeLessThan(10_000)
  await closed
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('HEAD of a stream answers and opens none', async () => {
  const sandbox = await freshSandbox()
  const head = expectStatus(await sandbox.request('HEAD', '/v1/events/stream'), 200)
  expect(head.headers.get('content-type')).toContain('text/event-stream')
  expect(head.text).toBe('')
})

test('what cannot be a stream is refused', async () => {
  const sandbox = await freshSandbox()
  const headers = { accept: 'application/json' }
  expectError(await sandbox.request('GET', '/v1/events/stream', { headers }), 'NOT_ACCEPTABLE')
  const laptop = await listener(sandbox)
  const path = `/v1/webhooks/${laptop.id}`
  expectError(await sandbox.request('GET', '/v1/webhooks/we_none/stream'), 'WEBHOOK_NOT_FOUND')
  expectStatus(await sandbox.request('POST', `${path}/disable`, { body: {} }), 200)
  expectError(await sandbox.request('GET', `${path}/stream`), 'WEBHOOK_DISABLED')
})

test('a listener’s 503 with Retry-After puts the next attempt off, as an endpoint’s does', async () => {
  const listeners = createListeners(Date.now)
  const message = {
    delivery_id: 'dlv_1',
    event_id: 'evt_1',
    event_type: 'x',
    attempt: 1,
    headers: {},
    body: '',
  }
  listeners.connect('we_1', () => undefined)
  const handed = listeners.hand('we_1', message, '200')
  const answer = { status: 503, error: null, headers: { 'retry-after': '90' }, body: '', duration_ms: 1 }
  listeners.answered({ delivery_id: 'dlv_1', attempt: 1, ...answer })
  expect(await handed).toMatchObject({ outcome: 'http_503', retryAfterSeconds: 90 })
})
