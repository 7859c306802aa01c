import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { expectError, expectStatus, freshSandbox, type TestSandbox } from '../sandbox.ts'
import { receiver, statuses } from './receiver.ts'

interface Endpoint {
  readonly id: string
  readonly secret: string
}

async function endpoint(sandbox: TestSandbox, body: object): Promise<Endpoint> {
  const made = expectStatus(await sandbox.request('POST', '/v1/webhooks', { body }), 201)
  return { id: made.textAt('id'), secret: made.textAt('secret') }
}

async function invite(sandbox: TestSandbox, email = 'kim@example.com'): Promise<string> {
  const body = { candidate_email: email, skill: 'react' }
  return expectStatus(await sandbox.request('POST', '/v1/assess/invites', { body }), 201).textAt('id')
}

async function post(sandbox: TestSandbox, path: string, body: object = {}) {
  const answer = await sandbox.request('POST', path, { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}

async function deliveries(sandbox: TestSandbox, query = '') {
  const answer = expectStatus(await sandbox.request('GET', `/v1/deliveries${query}`), 200)
  return answer.at('data') as { id: string; status: string; last_outcome: string | null; event_id: string }[]
}

async function settled(sandbox: TestSandbox, id: string, wanted: string): Promise<void> {
  await expect
    .poll(async () => (await sandbox.request('GET', `/v1/deliveries/${id}`)).at('status'), { timeout: 5000 })
    .toBe(wanted)
}

test('a receiver built on the standardwebhooks package verifies every event, during a rotation too', async () => {
  const sandbox = await freshSandbox()
  const inbox = await receiver()
  const hook = await endpoint(sandbox, { url: inbox.url, events: ['*'] })
  const first = await invite(sandbox)
  await post(sandbox, `/v1/assess/invites/${first}/start`)
  await post(sandbox, `/v1/assess/invites/${first}/complete`, { score: 90 })
  await inbox.until(6)
  const types = [
    'invite.created',
    'invite.accepted',
    'assessment.started',
    'assessment.completed',
    'passport.updated',
    'skill.tier_changed',
  ]
  expect(inbox.received.map((one) => one.event).toSorted()).toEqual(types.toSorted())
  for (const one of inbox.received) new Webhook(hook.secret).verify(one.body, { ...one.headers })

  const rotated = await post(sandbox, `/v1/webhooks/${hook.id}/rotate-secret`, { overlap_seconds: 3600 })
  await invite(sandbox, 'lee@example.com')
  await inbox.until(7)
  const last = inbox.received.at(-1)
  for (const secret of [hook.secret, rotated.textAt('secret')]) {
    new Webhook(secret).verify(last?.body ?? '', { ...last?.headers })
  }
  expect(last?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
})

test('the whole schedule of a failing endpoint runs in seconds: 13 attempts, then exhausted', async () => {
  const sandbox = await freshSandbox()
  const inbox = await receiver(statuses(500))
  await endpoint(sandbox, { url: inbox.url, events: ['invite.created'] })
  await invite(sandbox)
  const moved = await post(sandbox, '/v1/sandbox/clock', { advance: '72h' })
  const [delivery] = await deliveries(sandbox)
  const shown = await sandbox.request('GET', `/v1/deliveries/${delivery?.id}`)
  expect(shown.at('status')).toBe('exhausted')
  const attempts = shown.at('attempts') as { started_at: string; outcome: string; number: number }[]
  expect(attempts.map((one) => one.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(new Set(attempts.map((one) => one.outcome))).toEqual(new Set(['http_500']))
  const starts = attempts.map((one) => Date.parse(one.started_at))
  const waits = starts.slice(1).map((at, index) => (at - (starts[index] ?? 0)) / 1000)
  const planned = [5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800, 43200, 64800, 86400]
  for (const [index, wait] of waits.entries()) {
    const plan = planned[index] ?? 0
    expect(wait).toBeGreaterThanOrEqual(plan)
    expect(wait).toBeLessThanOrEqual(plan + Math.min(plan / 10, 900) + 2)
  }
  const happened = moved.at('happened') as { kind: string; id: string }[]
  expect(happened.filter((one) => one.id === delivery?.id).length).toBeGreaterThanOrEqual(12)
})

test('one that recovers after the fourth: five attempts, succeeded', async () => {
  const sandbox = await freshSandbox()
  const inbox = await receiver(statuses(503, 503, 503, 503, 200))
  await endpoint(sandbox, { url: inbox.url, events: ['invite.created'] })
  await invite(sandbox)
  await post(sandbox, '/v1/sandbox/clock', { advance: '72h' })
  const [delivery] = await deliveries(sandbox)
  const shown = await sandbox.request('GET', `/v1/deliveries/${delivery?.id}`)
  expect(shown.at('status')).toBe('succeeded')
  expect(shown.at('attempt_count')).toBe(5)
  expect(new Set(inbox.received.map((one) => one.body)).size).toBe(1)
  expect(new Set(inbox.received.map((one) => one.headers['webhook-id'])).size).toBe(1)
})

test('a dead endpoint delays nobody: the other gets 1,000 events', async () => {
  const sandbox = await freshSandbox({ rateLimit: 'off' })
  const inbox = await receiver()
  await endpoint(sandbox, { url: 'http://127.0.0.1:9/dead', events: ['*'] })
  await endpoint(sandbox, { url: inbox.url, events: ['*'] })
  const emails = Array.from({ length: 1000 }, (_, index) => `c${index}@example.com`)
  while (emails.length > 0) await Promise.all(emails.splice(0, 50).map((email) => invite(sandbox, email)))
  await inbox.until(1000)
  expect(new Set(inbox.received.map((one) => one.headers['webhook-id'])).size).toBe(1000)
})

test('a disabled endpoint holds what happens; enabling sends or skips it', async () => {
  const sandbox = await freshSandbox()
  const inbox = await receiver()
  const hook = await endpoint(sandbox, { url: inbox.url, events: ['invite.*'] })
  await post(sandbox, `/v1/webhooks/${hook.id}/disable`, { reason: 'maintenance' })
  await invite(sandbox)
  expect(await deliveries(sandbox)).toMatchObject([{ status: 'held' }])
  await post(sandbox, `/v1/webhooks/${hook.id}/enable`, { held: 'send' })
  await inbox.until(1)
  await post(sandbox, `/v1/webhooks/${hook.id}/disable`)
  await invite(sandbox, 'lee@example.com')
  await post(sandbox, `/v1/webhooks/${hook.id}/enable`, { held: 'skip' })
  await sleep(100)
  expect((await deliveries(sandbox)).map((one) => one.status)).toEqual(['cancelled', 'succeeded'])
  expect(inbox.received).toHaveLength(1)
})

test('201 is no acknowledgement unless the endpoint says so; 410 switches it off', async () => {
  const sandbox = await freshSandbox()
  const created = await receiver(statuses(201))
  const relaxed = await receiver(statuses(201))
  const gone = await receiver(statuses(410))
  await endpoint(sandbox, { url: created.url, events: ['*'] })
  await endpoint(sandbox, { url: relaxed.url, events: ['*'], ack: '2xx' })
  const leaving = await endpoint(sandbox, { url: gone.url, events: ['*'] })
  await invite(sandbox)
  await expect
    .poll(async () => (await deliveries(sandbox)).map((one) => String(one.last_outcome)).toSorted())
    .toEqual(['http_410', 'non_200_ack', 'succeeded'])
  const shown = await sandbox.request('GET', `/v1/webhooks/${leaving.id}`)
  expect(shown.body).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
})

test('test, resend and retry send the same webhook-id again', async () => {
  const sandbox = await freshSandbox()
  const inbox = await receiver()
  const hook = await endpoint(sandbox, { url: inbox.url, events: ['invite.created'] })
  const tested = await post(sandbox, `/v1/webhooks/${hook.id}/test`)
  await settled(sandbox, tested.textAt('id'), 'succeeded')
  expect(inbox.received[0]?.event).toBe('webhook.test')
  await invite(sandbox)
  await inbox.until(2)
  const eventId = inbox.received[1]?.headers['webhook-id'] ?? ''
  await post(sandbox, `/v1/events/${eventId}/resend`)
  await inbox.until(3)
  const [delivery] = await deliveries(sandbox, `?event_id=${eventId}`)
  await settled(sandbox, delivery?.id ?? '', 'succeeded')
  await post(sandbox, `/v1/deliveries/${delivery?.id}/retry`)
  await inbox.until(4)
  expect(inbox.received.slice(1).map((one) => one.headers['webhook-id'])).toEqual([eventId, eventId, eventId])
})

test('a replay sends what failed again, in the background, and tells its progress', async () => {
  const sandbox = await freshSandbox()
  let healthy = false
  const inbox = await receiver((_request, response) => {
    response.statusCode = healthy ? 200 : 410
    response.end()
  })
  const hook = await endpoint(sandbox, { url: inbox.url, events: ['invite.created'] })
  await invite(sandbox)
  await expect
    .poll(async () => (await sandbox.request('GET', `/v1/webhooks/${hook.id}`)).at('status'))
    .toBe('disabled')
  healthy = true
  await post(sandbox, `/v1/webhooks/${hook.id}/enable`, { held: 'skip' })
  const job = await post(sandbox, `/v1/webhooks/${hook.id}/replay`, {
    since: '2020-01-01T00:00:00Z',
    status: 'all',
  })
  const at = `/v1/webhooks/${hook.id}/replays/${job.textAt('id')}`
  await expect.poll(async () => (await sandbox.request('GET', at)).at('status')).toBe('done')
  expect((await sandbox.request('GET', at)).body).toMatchObject({ matched: 1, queued: 1 })
  await inbox.until(2)
})

test('subscriptions: a family, an upgrade alone, and a name that is none', async () => {
  const sandbox = await freshSandbox()
  const family = await receiver()
  const upgrades = await receiver()
  await endpoint(sandbox, { url: family.url, events: ['invite.*'] })
  await endpoint(sandbox, { url: upgrades.url, events: ['skill.tier_upgraded'] })
  const id = await invite(sandbox)
  await post(sandbox, `/v1/assess/invites/${id}/start`)
  await post(sandbox, `/v1/assess/invites/${id}/complete`, { score: 90 })
  await family.until(2)
  await upgrades.until(1)
  expect(upgrades.received.map((one) => one.event)).toEqual(['skill.tier_changed'])
  const wrong = await sandbox.request('POST', '/v1/webhooks', {
    body: { url: family.url, events: ['invite.create'] },
  })
  expect(expectError(wrong, 'WEBHOOK_EVENT_UNKNOWN').textAt('error.message')).toContain('invite.created')
})

test('addresses that are always refused', async () => {
  const sandbox = await freshSandbox()
  const create = (url: string) => sandbox.request('POST', '/v1/webhooks', { body: { url } })
  expectError(await create('http://169.254.169.254/latest'), 'WEBHOOK_URL_FORBIDDEN')
  expectError(await create(`${sandbox.url}/v1/webhooks`), 'WEBHOOK_URL_FORBIDDEN')
  expectError(await create('http://user:pass@example.com/'), 'WEBHOOK_URL_INVALID')
})

test('the secret of a webhook is shown once, and stands nowhere in the clear', async () => {
  const sandbox = await freshSandbox()
  const hook = await endpoint(sandbox, { url: 'http://127.0.0.1:9/', events: ['*'] })
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const shown = await sandbox.request('GET', `/v1/webhooks/${hook.id}`)
  expect(shown.text).not.toContain(hook.secret)
  expect(shown.at('secret_last4')).toBe(hook.secret.slice(-4))
})
