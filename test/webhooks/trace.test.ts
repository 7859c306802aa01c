import { expect, test } from 'vitest'
import { expectStatus, freshSandbox, type TestSandbox } from '../sandbox.ts'
import { receiver, statuses } from './receiver.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'
const own = `00-${id}-00f067aa0ba902b7-01`
const body = { candidate_email: 'kim@example.com', skill: 'react' }

const invite = async (sandbox: TestSandbox, headers: Record<string, string>) =>
  expectStatus(await sandbox.request('POST', '/v1/assess/invites', { body, headers }), 201)

test('an answer carries on the trace of its request, as a part of its own', async () => {
  const sandbox = await freshSandbox()
  for (const [path, status] of Object.entries({
    '/v1/me': 200,
    '/v1/users/no': 404,
    '/nothing': 404,
    '/docs': 200,
  })) {
    const answer = expectStatus(await sandbox.request('GET', path, { headers: { traceparent: own } }), status)
    const header = answer.headers.get('traceparent')
    expect(header).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`))
    expect(header).not.toBe(own)
  }
})

test.each([undefined, 'nonsense', own.replace('00-', 'ff-'), own.toUpperCase()])(
  '%s is no trace',
  async (header) => {
    const sandbox = await freshSandbox()
    const headers = header === undefined ? {} : { traceparent: header }
    const answer = expectStatus(await sandbox.request('GET', '/v1/me', { headers }), 200)
    expect(answer.headers.get('traceparent')).toBeNull()
  },
)

test('every attempt of what a request caused is a part of its trace, and is shown as it was sent', async () => {
  const sandbox = await freshSandbox()
  const inbox = await receiver(statuses(500, 200))
  const hook = { url: inbox.url, events: ['invite.created'] }
  expectStatus(await sandbox.request('POST', '/v1/webhooks', { body: hook }), 201)
  await invite(sandbox, { traceparent: own, tracestate: 'vendor=secret' })
  await inbox.until(1)
  await expect
    .poll(async () => (await sandbox.request('GET', '/v1/deliveries')).at('data.0.status'))
    .toBe('retrying')
  await sandbox.request('POST', '/v1/sandbox/clock', { body: { next: true } })
  await inbox.until(2)
  const sent = inbox.received.map(({ headers }) => headers['traceparent'])
  for (const header of sent) expect(header).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`))
  expect(new Set([own, ...sent]).size).toBe(3)
  expect(inbox.received.map(({ headers }) => headers['tracestate'])).toEqual([undefined, undefined])
  const delivery = (await sandbox.request('GET', '/v1/deliveries')).textAt('data.0.id')
  const shown = async () => {
    const answer = await sandbox.request('GET', `/v1/deliveries/${delivery}`)
    return [0, 1].map((nth) => answer.at(`attempts.${nth}.request.headers.traceparent`))
  }
  await expect.poll(shown).toEqual(sent)
})

test('without a trace nothing of one is sent, and one does not leak into the next', async () => {
  const sandbox = await freshSandbox()
  const inbox = await receiver()
  const hook = { url: inbox.url, events: ['invite.created'] }
  expectStatus(await sandbox.request('POST', '/v1/webhooks', { body: hook }), 201)
  await invite(sandbox, { traceparent: own })
  await invite(sandbox, {})
  await inbox.until(2)
  expect(inbox.received.filter(({ headers }) => headers['traceparent'] !== undefined)).toHaveLength(1)
})
