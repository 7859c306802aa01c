import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { AbortedError, NotFoundError, Skillpass } from '../../src/sdk/index.ts'
import type { Stream } from '../../src/sdk/index.ts'
import { nodeFetch } from '../../src/cli/fetch.ts'
import { sharedSandbox } from '../sandbox.ts'
import { deadUrl, refusal, rig, sampleKey } from './scripted-server.ts'

const sandbox = await sharedSandbox()

/** A stream that plays one script a connection, the last one for ever. */
async function streaming(...scripts: ((response: ServerResponse) => void)[]) {
  const resumedFrom: (string | undefined)[] = []
  const server = createServer((request, response) => {
    resumedFrom.push(request.headers['last-event-id']?.toString())
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    scripts[Math.min(resumedFrom.length, scripts.length) - 1]?.(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const client = new Skillpass({ apiKey: sampleKey, baseUrl: `http://127.0.0.1:${address.port}` })
  return { client, resumedFrom }
}

function message(id: string): string {
  return `id: ${id}\nevent: log\ndata: {"request_id":"${id}"}\n\n`
}

async function take<T>(stream: Stream<T>, count: number) {
  const taken: { id: string | null; event: string; data: T }[] = []
  for await (const one of stream) {
    taken.push(one)
    if (taken.length === count) break
  }
  return taken
}

test.each([
  ['fetch', undefined],
  ['the HTTP client of the CLI', nodeFetch],
])('events of the service come typed, over %s', async (_, fetch) => {
  const client = new Skillpass({ apiKey: sandbox.apiKey, baseUrl: sandbox.url, fetch })
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const taken = take(client.events.stream({ type: 'invite.created' }, { onConnection: () => open() }), 2)
  await opened
  const sent = await client.invites.create({ candidate_email: 'kim@example.com', skill: 'react' })
  await client.invites.create({ candidate_email: 'lee@example.com', skill: 'react' })
  const [first, second] = await taken
  expect(first).toMatchObject({ event: 'invite.created', data: { invite_id: sent.id } })
  expect(first?.id).toBe(first?.data.id)
  const missed = await take(client.events.stream({}, { lastEventId: first?.id ?? '' }), 1)
  expect(missed[0]?.id).toBe(second?.id)
})

test('a stream that ends or is cut goes on after its last message', async () => {
  const { client, resumedFrom } = await streaming(
    (response) => response.end(message('1')),
    (response) => response.write(message('2'), () => response.destroy()),
    (response) => response.write(message('3')),
  )
  const states: boolean[] = []
  const taken = await take(client.logs.stream({}, { onConnection: ({ open }) => states.push(open) }), 3)
  expect(taken.map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect(resumedFrom).toEqual([undefined, '1', '2'])
  expect(states).toEqual([true, false, true, false, true])
})

test('a stream that cannot resume asks for nothing', async () => {
  const { client, resumedFrom } = await streaming(
    (response) => response.end(message('1')),
    (response) => response.write(message('2')),
  )
  await take(client.webhooks.stream({ id: 'we_1' }), 2)
  expect(resumedFrom).toEqual([undefined, undefined])
})

test('silence is noticed, heartbeats are not silence', async () => {
  const { client, resumedFrom } = await streaming(
    (response) => {
      const beat = setInterval(() => response.write(': hb\n\n'), 50)
      setTimeout(() => clearInterval(beat), 500)
      response.write(message('1'))
    },
    (response) => response.write(message('2')),
  )
  const started = performance.now()
  await take(client.logs.stream({}, { silence: 200 }), 2)
  expect(resumedFrom).toHaveLength(2)
  expect(performance.now() - started).toBeGreaterThan(650)
})

test('a clock that jumped, as after sleep, is silence too', async () => {
  let asleep = 0
  const { client: plain } = await streaming(
    (response) => response.write(message('1')),
    (response) => response.write(message('2')),
  )
  const time = {
    now: () => Date.now() + asleep,
    sleep: async () => {},
    random: () => 0,
  }
  const client = new Skillpass({ apiKey: sampleKey, baseUrl: plain.baseUrl, time })
  const stream = client.logs.stream()
  await stream.next()
  const next = stream.next()
  await new Promise((resolve) => setTimeout(resolve, 20))
  asleep = 3_600_000
  expect(await next).toMatchObject({ value: { id: '2' } })
  await stream.return()
})

test('break closes the connection; the signal ends the wait', async () => {
  let closed: () => void = () => {}
  const gone = new Promise<void>((resolve) => (closed = resolve))
  const { client } = await streaming((response) => {
    response.on('close', closed)
    response.write(message('1'))
  })
  await take(client.logs.stream(), 1)
  await gone
  const end = new AbortController()
  const waiting = take(client.logs.stream({}, { signal: end.signal }), 2)
  setTimeout(() => end.abort(), 50)
  await expect(waiting).rejects.toBeInstanceOf(AbortedError)
})

test('a refusal ends it at once, and later too; so does a service that never was', async () => {
  const client = new Skillpass({ apiKey: sandbox.apiKey, baseUrl: sandbox.url })
  await expect(client.webhooks.stream({ id: 'we_nobody' }).next()).rejects.toBeInstanceOf(NotFoundError)
  const { client: limited, received } = await rig([refusal(404, 'WEBHOOK_NOT_FOUND')])
  await expect(limited.webhooks.stream({ id: 'we_1' }).next()).rejects.toBeInstanceOf(NotFoundError)
  expect(received).toHaveLength(1)
  const dead = new Skillpass({ apiKey: sampleKey, baseUrl: await deadUrl(), maxRetries: 0 })
  await expect(dead.logs.stream().next()).rejects.toMatchObject({ code: 'CONNECTION_REFUSED' })
})

test('what is no stream is told', async () => {
  const { client } = await rig([{ body: {} }])
  await expect(client.logs.stream({}, { maxRetries: 0 }).next()).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
  })
})
