import { expect, test } from 'vitest'
import { iso } from '../../src/core/instant.ts'
import { expectStatus } from '../sandbox.ts'
import { eventStream, type EventStream } from '../webhooks/event-stream.ts'
import { invited, place, three, type Process } from './processes.ts'
import { wireTo } from '../store/postgres-stores.ts'
import { createClient, type Client } from '../http.ts'

interface Handed {
  readonly delivery_id: string
  readonly event_id: string
  readonly attempt: number
}

const handedBy = (stream: EventStream): Handed[] => stream.messages.map(({ data }) => JSON.parse(data))
const ids = (stream: EventStream): (string | null)[] => stream.messages.map(({ id }) => id)

async function eventIds(process: Client): Promise<string[]> {
  const { body } = expectStatus(await process.request('GET', '/v1/events?limit=100'), 200)
  return (body as { data: { id: string }[] }).data.map(({ id }) => id).toReversed()
}

test('a stream of events shows what every process caused, once', async () => {
  const all = await three()
  const stream = await eventStream(all[0], '/v1/events/stream')
  for (const one of [...all, ...all]) await invited(one)
  await stream.until(6)
  // Those of other processes come a moment later than one's own.
  expect(ids(stream)).toHaveLength(6)
  expect(new Set(ids(stream))).toEqual(new Set(await eventIds(all[1])))
})

test('who comes back to another process with Last-Event-ID misses nothing and sees nothing twice', async () => {
  const all = await three()
  const first = await eventStream(all[0], '/v1/events/stream')
  for (const one of all) await invited(one)
  await first.until(3)
  await first.leave()
  for (const one of all) await invited(one)
  const again = await eventStream(all[1], '/v1/events/stream', { 'last-event-id': ids(first).at(-1) ?? '' })
  await invited(all[2])
  await again.until(4)
  expect([...ids(first), ...ids(again)]).toEqual(await eventIds(all[0]))
})

test('a stream of the log shows requests of every process', async () => {
  const [one, two, other] = await three()
  const stream = await eventStream(one, '/v1/logs/stream?status=404')
  const answers = [
    await two.request('GET', '/v1/users/none'),
    await other.request('GET', '/v1/users/none'),
    await one.request('GET', '/v1/users/none'),
  ]
  await stream.until(3)
  const wanted = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids(stream))).toEqual(new Set(wanted))
})

async function listener(process: Client): Promise<string> {
  const body = { kind: 'listener', name: 'laptop', events: ['invite.created'] }
  return expectStatus(await process.request('POST', '/v1/webhooks', { body }), 201).textAt('id')
}

async function report(process: Client, id: string, handed: Handed): Promise<void> {
  const { delivery_id, attempt } = handed
  const body = { delivery_id, attempt, duration_ms: 3, status: 200 }
  expectStatus(await process.request('POST', `/v1/webhooks/${id}/results`, { body }), 200)
}

async function statusOf(process: Client, delivery: string): Promise<unknown> {
  const shown = expectStatus(await process.request('GET', `/v1/deliveries/${delivery}`), 200)
  return shown.at('status')
}

test('a listener at one process gets what another caused, and may tell a third how it went', async () => {
  const [one, two, other] = await three()
  const id = await listener(two)
  const stream = await eventStream(one, `/v1/webhooks/${id}/stream`)
  for (const process of [two, other, one]) await invited(process)
  await stream.until(3)
  for (const handed of handedBy(stream)) {
    await report(other, id, handed)
    await expect.poll(() => statusOf(two, handed.delivery_id), { timeout: 30_000 }).toBe('succeeded')
  }
  expect(
    handedBy(stream)
      .map(({ event_id }) => event_id)
      .toSorted(),
  ).toEqual(await eventIds(one))
})

test('the stream of a listener ends at every process when the listener is removed', async () => {
  const [one, two] = await three()
  const id = await listener(one)
  const stream = await eventStream(one, `/v1/webhooks/${id}/stream`)
  expectStatus(await two.request('DELETE', `/v1/webhooks/${id}`), 200)
  await stream.ended
})

test('what a process had leased when it was cut off is sent by another once the lease is over', async () => {
  const { store, start } = await place()
  let time = Date.now()
  const now = (): number => time
  const wire = await wireTo(store)
  const cut = await start({ store: wire.url, now })
  const client = createClient(cut.url, cut.apiKey ?? '')
  expectStatus(await client.request('POST', '/v1/skills', { body: { key: 'react', name: 'React' } }), 201)
  const id = await listener(client)
  const held = await eventStream({ url: cut.url, apiKey: cut.apiKey ?? '' }, `/v1/webhooks/${id}/stream`)
  await invited(client)
  await held.until(1)
  const [lost] = handedBy(held)
  if (lost === undefined) throw new Error('Nothing was handed over')
  wire.cut()

  const left = await start({ now })
  const other: Process = { ...left, ...createClient(left.url, cut.apiKey ?? ''), apiKey: cut.apiKey ?? '' }
  const stream = await eventStream(other, `/v1/webhooks/${id}/stream`)
  time += 50_000
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(stream.messages).toEqual([])
  expect(await statusOf(other, lost.delivery_id)).toBe('delivering')
  time += 11_000
  await stream.until(1)
  expect(handedBy(stream)).toEqual([expect.objectContaining({ ...idsOf(lost), attempt: 1 })])
  await report(other, id, handedBy(stream)[0] ?? lost)
  await expect.poll(() => statusOf(other, lost.delivery_id), { timeout: 30_000 }).toBe('succeeded')

  // The one that was cut off comes back, and what it has to say comes too late.
  await wire.mend()
  cut.faults.splice(0)
  await report(other, id, lost)
  await held.leave()
  await expect
    .poll(async () => (await client.request('GET', '/readyz')).status, { timeout: 30_000 })
    .toBe(200)
  const attempts = expectStatus(await other.request('GET', `/v1/deliveries/${lost.delivery_id}`), 200)
  expect(attempts.body).toMatchObject({ status: 'succeeded', completed_at: expect.any(String) })
  expect(attempts.at('completed_at')).toBe(iso(time))
})

function idsOf({ delivery_id, event_id }: Handed): object {
  return { delivery_id, event_id }
}
