import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../folder.ts'
import { receiver, type Receiver } from '../webhooks/receiver.ts'
import { startDev, type Running } from './process.ts'
import { read } from './storm.ts'

/** Where the process is killed: somewhere in a storm of invites, between a send and its record, in a replay. */
const moments = ['storm', 'answer', 'replay'] as const
type Moment = (typeof moments)[number]

const rounds = 9
const writers = 6
const invitesARound = 150
const flags = ['--seed', 'empty', '--rate-limit', 'off']
const dir = await temporaryFolder()

const made = z.object({ id: z.string() })
const webhook = z.object({ stats: z.object({ pending: z.int(), succeeded: z.int(), failed: z.int() }) })
const replayJob = z.object({
  id: z.string(),
  status: z.enum(['running', 'done']),
  until: z.string(),
  matched: z.int(),
  queued: z.int(),
})
const told = z.object({ id: z.string(), invite_id: z.string(), created_at: z.string() })
const delivery = z.object({ event_id: z.string(), status: z.string() })

test(`${rounds} times kill -9 while webhooks are sent: every event arrives, each as one webhook-id`, async () => {
  const hit = trap()
  const inbox = await receiver((_request, response) => {
    hit.sprung()
    // Slow enough that there is always one between its send and its record.
    setTimeout(() => response.end(), randomInt(10))
  })
  let server = await startDev(dir, ...flags)
  const { id } = await post(server, '/v1/webhooks', { url: inbox.url, events: ['*'] }, made)
  const invites: string[] = []
  const replays: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const moment = moments[round % moments.length] ?? 'storm'
    const over = storm(server, invites)
    await momentOf(moment, { server, id, hit, replays })
    await server.end('SIGKILL')
    await over
    server = await startDev(dir, ...flags)
    await settle(server, id, replays)
  }
  expect(invites.length).toBeGreaterThan(rounds)
  expect(replays).toHaveLength(rounds / moments.length)
  await expectAllArrived(server, inbox, invites)
  await expectEachQueuedOnce(server, id, replays)
  expect(await server.end('SIGTERM')).toBe(0)
}, 120_000)

test('what was sent when the process died is sent again at the next start, not when its lease runs out', async () => {
  const hit = trap()
  const inbox = await receiver((_request, response, nth) => {
    hit.sprung()
    // The first is never answered.
    if (nth > 1) response.end()
  })
  const folder = join(dir, 'lease')
  const killed = await startDev(folder, ...flags)
  const { id } = await post(killed, '/v1/webhooks', { url: inbox.url, events: ['*'] }, made)
  const sent = hit.set(0)
  await post(killed, '/v1/assess/invites', { candidate_email: 'lease@example.com', skill: 'react' }, made)
  await sent
  await killed.end('SIGKILL')
  const next = await startDev(folder, ...flags)
  await expect
    .poll(async () => (await read(next, `/v1/webhooks/${id}`, webhook)).stats, { timeout: 30_000 })
    .toEqual({ pending: 0, succeeded: 1, failed: 0 })
  const [first, second] = inbox.received
  expect(inbox.received).toHaveLength(2)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.headers['skillpass-attempt']).toBe(first?.headers['skillpass-attempt'])
  expect(await next.end('SIGTERM')).toBe(0)
})

/** Notes every invite that was promised; over when the server is gone or the round has enough. */
async function storm(server: Running, invites: string[]): Promise<void> {
  const name = crypto.randomUUID()
  const numbers = Array.from({ length: invitesARound }, (_, nth) => nth).values()
  const work = async (): Promise<void> => {
    for (const nth of numbers) {
      const body = { candidate_email: `${name}-${nth}@example.com`, skill: 'react' }
      const invite = await post(server, '/v1/assess/invites', body, made).catch(unlessRefused)
      if (invite === null) return
      invites.push(invite.id)
    }
  }
  await Promise.all(Array.from({ length: writers }, work))
}

class Refused extends Error {}

async function post<T>(server: Running, path: string, body: object, schema: z.ZodType<T>): Promise<T> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Refused(`POST ${path}: ${response.status} ${text}`)
  return schema.parse(JSON.parse(text))
}

/** A broken connection is what the storm is for: the invite is in doubt. */
function unlessRefused(error: unknown): null {
  if (error instanceof Refused || error instanceof z.ZodError) throw error
  return null
}

interface Trap {
  /** Resolves when a request stands unanswered at the receiver. */
  set(skip: number): Promise<void>
  sprung(): void
}

function trap(): Trap {
  let left = 0
  let spring: (() => void) | undefined
  return {
    async set(skip) {
      left = skip
      await new Promise<void>((resolve) => (spring = resolve))
    },
    sprung() {
      if (spring === undefined || left-- > 0) return
      spring()
      spring = undefined
    },
  }
}

interface Scene {
  readonly server: Running
  readonly id: string
  readonly hit: Trap
  readonly replays: string[]
}

async function momentOf(moment: Moment, { server, id, hit, replays }: Scene): Promise<void> {
  if (moment === 'storm') await sleep(randomInt(20, 250))
  if (moment === 'answer') await hit.set(randomInt(40))
  if (moment !== 'replay') return
  await sleep(randomInt(100))
  const wish = { since: '2020-01-01T00:00:00Z', status: 'all' }
  replays.push((await post(server, `/v1/webhooks/${id}/replay`, wish, made)).id)
  await sleep(randomInt(20))
}

/** What was under way when the process died comes back at once: nobody else can be sending it. */
async function settle(server: Running, id: string, replays: readonly string[]): Promise<void> {
  for (const replay of replays) {
    await expect
      .poll(() => read(server, `/v1/webhooks/${id}/replays/${replay}`, replayJob), { timeout: 30_000 })
      .toMatchObject({ status: 'done' })
  }
  await expect
    .poll(async () => (await read(server, `/v1/webhooks/${id}`, webhook)).stats, { timeout: 30_000 })
    .toMatchObject({ pending: 0, failed: 0 })
}

async function expectAllArrived(server: Running, inbox: Receiver, invites: string[]): Promise<void> {
  const bodies = new Map<string, string>()
  for (const { headers, body } of inbox.received) {
    const webhookId = headers['webhook-id'] ?? ''
    expect(bodies.get(webhookId) ?? body).toBe(body)
    bodies.set(webhookId, body)
  }
  const arrived = [...bodies].map(([webhookId, body]) => ({ webhookId, ...told.parse(JSON.parse(body)) }))
  expect(arrived.filter((one) => one.webhookId !== one.id)).toEqual([])
  const happened = await all(server, '/v1/events', told)
  expect(happened.map((one) => one.id).toSorted()).toEqual([...bodies.keys()].toSorted())
  const invited = new Set(arrived.map((one) => one.invite_id))
  expect(invites.filter((invite) => !invited.has(invite))).toEqual([])
}

/** One delivery from the event itself and one from every replay that covers it, whatever was killed meanwhile. */
async function expectEachQueuedOnce(server: Running, id: string, replays: readonly string[]): Promise<void> {
  const happened = await all(server, '/v1/events', told)
  const wanted = new Map(happened.map((one) => [one.id, 1]))
  for (const replay of replays) {
    const job = await read(server, `/v1/webhooks/${id}/replays/${replay}`, replayJob)
    const covered = happened.filter((one) => one.created_at < job.until)
    for (const one of covered) wanted.set(one.id, (wanted.get(one.id) ?? 0) + 1)
    expect(job).toMatchObject({ matched: covered.length, queued: covered.length })
  }
  const deliveries = await all(server, '/v1/deliveries', delivery)
  const found = new Map<string, number>()
  for (const { event_id } of deliveries) found.set(event_id, (found.get(event_id) ?? 0) + 1)
  expect(found).toEqual(wanted)
  expect(deliveries.filter(({ status }) => status !== 'succeeded')).toEqual([])
}

async function all<T>(server: Running, path: string, schema: z.ZodType<T>): Promise<T[]> {
  const page = z.object({ data: z.array(schema), next_cursor: z.string().nullable() })
  const rows: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = `?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const answer: z.infer<typeof page> = await read(server, path + query, page)
    rows.push(...answer.data)
    cursor = answer.next_cursor
  }
  return rows
}
