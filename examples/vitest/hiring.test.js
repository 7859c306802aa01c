import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSandbox, useSandbox } from 'skillpass/testing'
import { receive, screen } from './hiring.js'

const sandbox = useSandbox({ beforeAll, beforeEach, afterAll })

test('a candidate is invited once, however often they are screened', async () => {
  const first = await screen(sandbox.client, 'kim@example.com')
  expect(await screen(sandbox.client, 'kim@example.com')).toBe(first)
})

test('a service that fails twice is asked a third time', async () => {
  await sandbox.faults.add({ method: 'POST', path: '/v1/assess/invites', status: 503, times: 2 })
  expect(await screen(sandbox.client, 'kim@example.com')).toMatch(/^inv_/)
})

test('an invite that nobody answers expires', async () => {
  await screen(sandbox.client, 'kim@example.com')
  await sandbox.clock.advance('8d')
  expect(await sandbox.events.waitFor('invite.expired')).toMatchObject({ candidate_email: 'kim@example.com' })
})

test('who passes is called', async () => {
  const called = []
  let secret = ''
  const server = createServer(async (request, response) => {
    const parts = []
    for await (const part of request) parts.push(part)
    called.push(receive(Buffer.concat(parts), request.headers, secret))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = await createSandbox({ forwardTo: `http://127.0.0.1:${server.address().port}/hook` })
  try {
    secret = own.webhookSecret
    const id = await screen(own.client, 'kim@example.com')
    await own.client.invites.start({ id })
    await own.client.invites.complete({ id, score: 88 })
    const { user_id } = await own.events.waitFor('assessment.completed')
    await expect.poll(() => called).toContain(user_id)
  } finally {
    await own.close()
    server.close()
  }
})
