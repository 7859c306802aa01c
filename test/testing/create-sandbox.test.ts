import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { webhooks } from '../../src/sdk/index.ts'
import { createSandbox, useSandbox } from '../../src/testing.ts'
import type { TestSandboxOptions } from '../../src/testing.ts'

async function fresh(options?: TestSandboxOptions) {
  const sandbox = await createSandbox(options)
  onTestFinished(sandbox.close)
  return sandbox
}

const invite = { candidate_email: 'kim@example.com', skill: 'react' }

test('an invite walked to its result, and the events it makes in order', async () => {
  const { client, events } = await fresh()
  const { id } = await client.invites.create(invite)
  await client.invites.start({ id })
  await client.invites.complete({ id, score: 90 })
  const completed = await events.waitFor('assessment.completed')
  expect(completed).toMatchObject({ invite_id: id, percent: 90 })
  expect(events.all().map(({ event }) => event)).toEqual(
    expect.arrayContaining(['invite.created', 'passport.updated']),
  )
})

test('an event that is still to come is waited for, each given once', async () => {
  const { client, events } = await fresh()
  const second = (async () => [
    await events.waitFor('invite.created'),
    await events.waitFor('invite.created'),
  ])()
  const ids = [await client.invites.create(invite), await client.invites.create({ ...invite, skill: 'sql' })]
  expect((await second).map(({ invite_id: id }) => id)).toEqual(ids.map(({ id }) => id))
})

test('of a kind that does not come: which came instead', async () => {
  const { client, events } = await fresh()
  await client.invites.create(invite)
  await expect(events.waitFor('invite.expired', { timeout: 20 })).rejects.toThrow(
    'No invite.expired within 20 ms. The last events were: invite.created.',
  )
  const chosen = events.waitFor('invite.created', { where: ({ skill }) => skill === 'sql', timeout: 20 })
  await expect(chosen).rejects.toThrow('No invite.created')
})

test('its clock: an invite expires as the days pass', async () => {
  const { client, clock, events } = await fresh({ clock: '2030-01-01T00:00:00Z', freeze: true })
  expect(await clock.now()).toEqual(new Date('2030-01-01T00:00:00Z'))
  const { id } = await client.invites.create({ ...invite, expires_in: '2d' })
  await clock.advance('3d')
  expect((await events.waitFor('invite.expired')).invite_id).toBe(id)
})

test('its faults', async () => {
  const { client, faults } = await fresh()
  await faults.add({ path: '/v1/users', status: 503, times: 9 })
  await expect(client.users.create({ display_name: 'Kim' })).rejects.toMatchObject({ status: 503 })
  expect(await faults.list()).toHaveLength(1)
  await faults.clear()
  expect(await client.users.create({ display_name: 'Kim' })).toMatchObject({ display_name: 'Kim' })
})

test('forwardTo gets signed deliveries, after a reset too', async () => {
  const bodies: string[] = []
  const genuine: boolean[] = []
  let secret = (): string | null => null
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      genuine.push(webhooks.verify(text, request.headers, secret() ?? '') !== undefined)
      bodies.push(text)
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const sandbox = await fresh({ forwardTo: `http://127.0.0.1:${port}/hook` })
  secret = () => sandbox.webhookSecret
  await sandbox.client.invites.create(invite)
  await expect.poll(() => bodies.length).toBe(1)
  await sandbox.reset()
  await sandbox.client.invites.create(invite)
  await expect.poll(() => bodies.length).toBe(2)
  expect(genuine).toEqual([true, true])
})

test('twenty at once share nothing', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => fresh()))
  expect(new Set(all.map(({ url }) => url)).size).toBe(20)
  await all[0]?.client.invites.create(invite)
  const counts = await Promise.all(all.map(async ({ client }) => (await client.invites.list()).data.length))
  expect(counts).toEqual([1, ...Array.from({ length: 19 }, () => 0)])
})

test('closed, it answers nobody, and whoever waited is told', async () => {
  const { events, client, close } = await createSandbox()
  const waiting = events.waitFor('invite.created').catch((error: unknown) => error)
  await close()
  expect(await waiting).toMatchObject({ message: expect.stringContaining('was closed') })
  await expect(client.me.get({ maxRetries: 0 })).rejects.toMatchObject({ status: null })
})

test('no signal handlers, no output', async () => {
  const handlers = () => (['SIGINT', 'SIGTERM', 'exit'] as const).map((name) => process.listenerCount(name))
  const before = handlers()
  await fresh()
  expect(handlers()).toEqual(before)
})

describe('useSandbox', () => {
  const sandbox = useSandbox({ beforeAll, beforeEach, afterAll })

  test.each([1, 2])('number %i starts from the first state', async () => {
    expect((await sandbox.client.invites.list()).data).toEqual([])
    await sandbox.client.invites.create(invite)
    await sandbox.events.waitFor('invite.created')
  })
})
