import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../folder.ts'
import { startDev, type Running } from './process.ts'
import { read, send, storm, type Walk, type Write } from './storm.ts'

const rounds = 20
const writers = 8
const flags = ['--seed', 'empty', '--rate-limit', 'off']
const dir = await temporaryFolder()

const invite = z.object({
  id: z.string(),
  status: z.enum(['pending', 'accepted', 'in_progress', 'completed']),
  user_id: z.string().nullable(),
  result_id: z.string().nullable(),
})
const ids = z.object({ data: z.array(z.object({ id: z.string() })) })
const invites = z.object({ data: z.array(invite) })
const events = z.object({ data: z.array(z.object({ event: z.string() })) })
const result = z.object({ id: z.string(), evidence_id: z.string() })

/** The events that an invite has in each status, oldest first: its story, whole. */
const stories = {
  pending: ['invite.created'],
  accepted: ['invite.created', 'invite.accepted'],
  in_progress: ['invite.created', 'invite.accepted', 'assessment.started'],
  completed: ['invite.created', 'invite.accepted', 'assessment.started', 'assessment.completed'],
} as const

test(`${rounds} times kill -9 in a storm of writes: nothing promised is lost, nothing is half there`, async () => {
  let server = await startDev(dir, ...flags)
  const { apiKey } = server
  const all: Walk[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { walks, keys, begun, over } = storm(server, writers)
    // Now and then before anything was promised, mostly in the middle.
    if (round % 5 !== 0) await begun
    await sleep(randomInt(200))
    await server.end('SIGKILL')
    await over
    all.push(...walks)
    server = await startDev(dir, ...flags)
    expect(server.apiKey).toBe(apiKey)
    await check(server, walks, keys)
  }
  await inParallel(all, async (walk) => await expectOneInvite(server, walk))
  expect(await server.end('SIGTERM')).toBe(0)
  const promised = all.flatMap(({ writes }) => writes).filter(({ answer }) => answer !== null)
  expect(promised.length).toBeGreaterThan(rounds)
}, 240_000)

async function check(server: Running, walks: readonly Walk[], keys: readonly Write[]): Promise<void> {
  await inParallel(walks, async (walk) => {
    await expectWholeStory(server, walk)
    for (const write of walk.writes) await retry(server, write)
    await expectOneInvite(server, walk)
    if (walk.writes.some(({ answer }) => answer === null)) await expectWholeStory(server, walk)
  })
  await inParallel(keys, async (write) => await retry(server, write))
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: writers }, worker))
}

/** A promised write answers with the very bytes of the promise; one in doubt now happens, or did. */
async function retry(server: Running, write: Write): Promise<void> {
  const response = await send(server, write)
  const text = await response.text()
  if (write.answer !== null) {
    expect(response.headers.get('idempotent-replayed')).toBe('true')
    expect(portless(text)).toBe(portless(write.answer))
  }
  expect(response.ok, `${write.path}: ${response.status} ${text}`).toBe(true)
}

/** A link holds the port of the run that made it. */
function portless(answer: string): string {
  return answer.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
}

async function expectOneInvite(server: Running, { externalId, writes }: Walk): Promise<void> {
  const { data } = await read(server, `/v1/assess/invites?external_id=${externalId}`, ids)
  expect(data).toHaveLength(1)
  const promised = writes[0]?.answer
  if (promised) expect(data[0]?.id).toBe(z.object({ id: z.string() }).parse(JSON.parse(promised)).id)
}

/** What stands of a walk stands whole: the invite with its events, the score with its evidence. */
async function expectWholeStory(server: Running, { externalId, writes }: Walk): Promise<void> {
  const { data } = await read(server, `/v1/assess/invites?external_id=${externalId}`, invites)
  const [found] = data
  if (found === undefined) {
    expect(writes[0]?.answer).toBeNull()
    return
  }
  const promised = writes.filter(({ answer }) => answer !== null).length
  const story = await read(server, `/v1/events?invite_id=${found.id}`, events)
  expect(story.data.map(({ event }) => event).toReversed()).toEqual(stories[found.status])
  expect(Object.keys(stories).indexOf(found.status)).toBeGreaterThanOrEqual(promised - 1)
  if (found.status === 'completed') await expectScore(server, found)
  else expect(found.result_id).toBeNull()
}

async function expectScore(
  server: Running,
  { id, user_id, result_id }: z.infer<typeof invite>,
): Promise<void> {
  const score = await read(server, `/v1/assess/invites/${id}/result`, result)
  const evidence = await read(server, `/v1/users/${user_id}/evidence`, ids)
  const told = await read(server, `/v1/events?user_id=${user_id}&type=passport.updated`, events)
  expect(score.id).toBe(result_id)
  expect(evidence.data.map((one) => one.id)).toEqual([score.evidence_id])
  expect(told.data).toHaveLength(1)
}
