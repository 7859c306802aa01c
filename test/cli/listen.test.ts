import { hostname } from 'node:os'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { begin, dev, emptyFolder, skillpass } from './program.ts'
import { receiver } from './receiver.ts'
import { ownPort } from '../own-port.ts'

/** `webhook listen` and `dev --forward-to` as real processes, with a real server behind them. Needs a build. */

const attemptLine = z.object({
  at: z.iso.datetime(),
  delivery_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  attempt: z.int(),
  acknowledged: z.boolean(),
  duration_ms: z.number(),
  error: z.string().nullable(),
  reason: z.string().nullable(),
  request: z.object({
    url: z.string().nullable(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  response: z
    .object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() })
    .nullable(),
})

function parsed(lines: readonly string[]) {
  return lines.map((line) => attemptLine.parse(JSON.parse(line)))
}

async function sandbox() {
  const cwd = await emptyFolder()
  await dev(cwd, '--port', '0', '--seed', 'empty')
  return cwd
}

async function secretOf(cwd: string, ...flags: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await skillpass(cwd, 'webhook', 'listen', '--print-secret', ...flags)
  expect([stderr, exitCode]).toEqual(['', 0])
  return stdout
}

async function invite(cwd: string, ...emails: string[]): Promise<void> {
  const { exitCode } = await skillpass(cwd, 'invite', 'send', ...emails, '--skill', 'react')
  expect(exitCode).toBe(0)
}

test('what happened while it was away arrives on return, signed, byte for byte', async () => {
  const cwd = await sandbox()
  const secret = await secretOf(cwd)
  const { url, received } = await receiver(200)
  const flags = ['webhook', 'listen', '--forward-to', url, '--json']
  const first = begin(cwd, flags)
  await invite(cwd, 'first@example.com')
  await first.lines(1)
  first.kill('SIGINT')
  expect([await first.ended(), first.stderr()]).toEqual([130, ''])

  await invite(cwd, 'a@example.com', 'b@example.com', 'c@example.com')
  expect(received).toHaveLength(1)
  const second = begin(cwd, flags)
  const attempts = parsed(await second.lines(3))
  expect(attempts.map(({ acknowledged }) => acknowledged)).toEqual([true, true, true])
  expect(attempts[0]).toMatchObject({ request: { url }, response: { status: 200 } })
  const bodies = received.map(({ headers, body }) => {
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
    return z.object({ candidate_email: z.string() }).parse(new Webhook(secret).verify(body, signed))
  })
  expect(bodies.map(({ candidate_email: email }) => email).toSorted()).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
    'first@example.com',
  ])
  expect(await secretOf(cwd)).toBe(secret)
})

test('in a pipe it says when it listens, and when the service goes away', async () => {
  const cwd = await emptyFolder()
  const { child, closed } = await dev(cwd, '--port', '0', '--seed', 'empty')
  const listener = begin(cwd, ['webhook', 'listen', '--name', 'ci'])
  const silent = begin(cwd, ['webhook', 'listen', '--name', 'silent', '--quiet'])
  await expect.poll(listener.stderr, { timeout: 10_000 }).toBe('Listening.\n')
  await invite(cwd, 'kim@example.com')
  const [line = ''] = await listener.lines(1)
  expect(line).toContain('\tinvite.created\t200\t')
  await silent.lines(1)
  child.kill('SIGTERM')
  await closed
  await expect.poll(listener.stderr, { timeout: 10_000 }).toMatch(/^Listening\.\n.+ Connecting again…\n$/)
  expect(silent.stderr()).toBe('')
})

test('--missed skip gives up what waited', async () => {
  const cwd = await sandbox()
  await secretOf(cwd)
  await invite(cwd, 'missed@example.com')
  const { url, received } = await receiver(200)
  const listener = begin(cwd, ['webhook', 'listen', '--forward-to', url, '--json', '--missed', 'skip'])
  await listening(cwd)
  await invite(cwd, 'next@example.com')
  await listener.lines(1)
  expect(
    received.map(({ body }) => z.object({ candidate_email: z.string() }).parse(JSON.parse(body))),
  ).toEqual([{ candidate_email: 'next@example.com' }])
})

/** Until a listener of this sandbox reads its stream: its test event arrives. */
async function listening(cwd: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const held = await skillpass(cwd, 'delivery', 'list', '--status', 'cancelled', '--quiet')
    if (held.stdout !== '') return
  }
  throw new Error('Nobody came to listen')
}

test('a local server that fails twice: the third try succeeds and the timeline shows all three', async () => {
  const cwd = await sandbox()
  const { url } = await receiver(500, 503, 200)
  await secretOf(cwd)
  await skillpass(cwd, 'clock', 'freeze')
  const listener = begin(cwd, ['webhook', 'listen', '--forward-to', url, '--json'])
  await invite(cwd, 'kim@example.com')
  await listener.lines(1)
  await settled(cwd, 'retrying')
  const moved = await skillpass(cwd, 'clock', 'advance', '10m', '--json')
  expect(moved.stderr).toBe('')
  const attempts = parsed(await listener.lines(3))
  expect(attempts.map(({ attempt, response }) => [attempt, response?.status])).toEqual([
    [1, 500],
    [2, 503],
    [3, 200],
  ])
  expect(new Set(attempts.map(({ event_id: id }) => id)).size).toBe(1)
  const id = await settled(cwd, 'succeeded')
  const { stdout } = await skillpass(cwd, 'delivery', 'get', id)
  const timeline = stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('attempt\t') ? [line.split('\t')] : []))
  expect(timeline.map(([, number, , outcome, status]) => [number, outcome, status])).toEqual([
    ['1', 'http_500', '500'],
    ['2', 'http_503', '503'],
    ['3', 'succeeded', '200'],
  ])
  const whole = await skillpass(cwd, 'delivery', 'get', id, '--json')
  expect(JSON.parse(whole.stdout)).toMatchObject({
    status: 'succeeded',
    attempts: [
      { response: { body: 'answer 1' } },
      { response: { body: 'answer 2' } },
      { response: { body: 'answer 3' } },
    ],
  })
})

/** The id of the only delivery, once it has this status. */
async function settled(cwd: string, status: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const { stdout } = await skillpass(cwd, 'delivery', 'list', '--status', status, '--quiet')
    if (stdout !== '') return stdout
  }
  throw new Error(`No delivery became ${status}`)
}

test('nobody at the local address: the attempt says so', async () => {
  const cwd = await sandbox()
  await secretOf(cwd)
  await invite(cwd, 'kim@example.com')
  const listener = begin(cwd, ['webhook', 'listen', '--forward-to', '127.0.0.1:1/hook'])
  const [line = ''] = await listener.lines(1)
  expect(line.split('\t').slice(1, 3)).toEqual(['invite.created', 'connect_refused'])
  expect(line).toContain('nothing listens at http://127.0.0.1:1')
  const id = await settled(cwd, 'retrying')
  expect(JSON.parse((await skillpass(cwd, 'delivery', 'get', id, '--json')).stdout)).toMatchObject({
    last_outcome: 'connect_refused',
  })
})

test('--expect ends with 0 as soon as all are met, counting each event once', async () => {
  const cwd = await sandbox()
  await secretOf(cwd, '--name', 'ci')
  const wish = ['--name', 'ci', '--expect', 'assessment.completed:2', '--expect', 'invite.created']
  const listener = begin(cwd, ['webhook', 'listen', ...wish, '--timeout', '15s', '--json'])
  for (const score of ['60', '90']) {
    await skillpass(
      cwd,
      'event',
      'trigger',
      'assessment.completed',
      '-f',
      'skill=react',
      '-f',
      `score=${score}`,
    )
  }
  expect([await listener.ended(), listener.stderr()]).toEqual([0, ''])
  const types = parsed(listener.stdout().trimEnd().split('\n')).map(({ event_type: type }) => type)
  expect(types.filter((type) => type === 'assessment.completed')).toHaveLength(2)
})

test('--expect ends with 8 on timeout and says what is missing; refused events do not count', async () => {
  const cwd = await sandbox()
  const { url } = await receiver(200, 500)
  await secretOf(cwd)
  await invite(cwd, 'a@example.com', 'b@example.com')
  const flags = ['--forward-to', url, '--expect', 'invite.created:2', '--timeout', '2s']
  const listener = begin(cwd, ['webhook', 'listen', ...flags, '--json'])
  expect(await listener.ended()).toBe(8)
  expect(JSON.parse(listener.stderr())).toMatchObject({
    error: { code: 'EXPECTATION_NOT_MET', message: 'Not met after 2 s: invite.created 1 of 2.' },
  })
})

test('--timeout without expectations simply ends it; --events chooses', async () => {
  const cwd = await sandbox()
  await secretOf(cwd, '--events', 'invite.accepted,assessment.*')
  const listener = begin(cwd, [
    'webhook',
    'listen',
    '--events',
    'invite.accepted',
    '--timeout',
    '3s',
    '--quiet',
  ])
  await skillpass(cwd, 'event', 'trigger', 'assessment.completed')
  expect(await listener.ended()).toBe(0)
  const { stdout } = await skillpass(cwd, 'webhook', 'list', '--json')
  const expected = {
    events: ['invite.accepted'],
    kind: 'listener',
    name: expect.stringContaining(hostname()),
  }
  expect(JSON.parse(stdout)).toMatchObject([expected])
  expect(listener.stdout()).toMatch(/^evt_\w+\n/)
})

test('a service that restarts at its address is found again', async () => {
  const cwd = await emptyFolder()
  const port = String(await ownPort())
  const first = await dev(cwd, '--port', port, '--seed', 'empty')
  await secretOf(cwd)
  await invite(cwd, 'before@example.com')
  const listener = begin(cwd, ['webhook', 'listen', '--json'])
  await listener.lines(1)
  first.child.kill('SIGTERM')
  await first.closed
  await dev(cwd, '--port', port, '--seed', 'empty')
  await invite(cwd, 'after@example.com')
  const attempts = parsed(await listener.lines(2))
  expect(attempts[1]?.request.body).toContain('after@example.com')
})

test('dev --forward-to forwards in the same process; the secret is on the screen only', async () => {
  const cwd = await emptyFolder()
  const { url, received } = await receiver(200)
  const shown = begin(cwd, ['dev', '--port', '0', '--seed', 'empty', '--forward-to', url])
  const screen = await shown.lines(6)
  const secret = screen.find((line) => line.startsWith('webhook_secret\t'))?.split('\t')[1] ?? ''
  await invite(cwd, 'kim@example.com')
  const lines = await shown.lines(7)
  expect(lines[6]).toContain('\tinvite.created\t200\t')
  const [{ headers, body } = { headers: {}, body: '' }] = received
  const signed = { 'webhook-id': '', 'webhook-timestamp': '', 'webhook-signature': '' }
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)
    signed[name] = String(headers[name])
  expect(new Webhook(secret).verify(body, signed)).toMatchObject({ event: 'invite.created' })
  shown.kill('SIGINT')
  expect(await shown.ended()).toBe(0)

  const quiet = await dev(cwd, '--port', '0', '--forward-to', url)
  await invite(cwd, 'lee@example.com')
  await expect.poll(() => received.length).toBe(2)
  quiet.child.kill('SIGTERM')
  await quiet.closed
  expect(quiet.stdout().trimEnd().split('\n')).toHaveLength(1)
})
