import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshSandbox, sharedSandbox, temporaryFolder } from '../sandbox.ts'
import { at, cliFor, errorOf } from './cli.ts'
import type { Ran } from './cli.ts'
import { receiver } from './receiver.ts'

const sandbox = await sharedSandbox()
const run = cliFor(sandbox)

async function ok(line: string | readonly string[]): Promise<Ran> {
  const ran = await run(line)
  expect(ran.stderr).toBe('')
  expect(ran.code).toBe(0)
  return ran
}

async function id(line: string): Promise<string> {
  return (await ok(`${line} --quiet`)).stdout.trim()
}

/** The id of a new webhook to this address. */
async function webhookTo(url: string, ...flags: string[]): Promise<string> {
  return String(at(await ok(['webhook', 'create', url, ...flags, '--json']), 'id'))
}

/** A delivery to this webhook, once it has this status. */
async function deliveryOf(webhook: string, status: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const found = await id(`delivery list --webhook ${webhook} --status ${status} --limit 1`)
    if (found !== '') return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`No delivery to ${webhook} became ${status}`)
}

test('the secret is printed once, alone with --quiet, when made and when rotated', async () => {
  const { url } = await receiver()
  const made = await ok(['webhook', 'create', url, '--events', 'invite.*,skill.tier_upgraded', '--quiet'])
  expect(made.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/)
  const webhook = await id('webhook list --limit 1')
  const rotated = await ok(`webhook rotate-secret ${webhook} --overlap 1h --quiet`)
  expect(rotated.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/)
  expect(rotated.stdout).not.toBe(made.stdout)
  const shown = await ok(`webhook get ${webhook} --json`)
  expect([at(shown, 'secret'), at(shown, 'events.1')]).toEqual([undefined, 'skill.tier_upgraded'])
  expect((await ok(`webhook get ${webhook}`)).stdout).not.toContain(rotated.stdout.trim())
})

test('a webhook is changed, disabled, enabled and deleted', async () => {
  const { url } = await receiver()
  const webhook = await webhookTo(url, '--description', 'mine')
  const changed = await ok(
    `webhook update ${webhook} --ack 2xx --no-description --events webhook.test --json`,
  )
  expect([at(changed, 'ack'), at(changed, 'description'), at(changed, 'events.0')]).toEqual([
    '2xx',
    null,
    'webhook.test',
  ])
  const disabled = await ok(`webhook disable ${webhook} --reason pause --json`)
  expect([at(disabled, 'status'), at(disabled, 'disabled_reason')]).toEqual(['disabled', 'pause'])
  const refused = await run(`webhook test ${webhook} --json`)
  expect([refused.code, errorOf(refused).code]).toEqual([5, 'WEBHOOK_DISABLED'])
  expect(at(await ok(`webhook enable ${webhook} --held skip --json`), 'status')).toBe('enabled')
  expect((await ok(`webhook delete ${webhook} --quiet`)).stdout).toBe(`${webhook}\n`)
  expect((await run(`webhook get ${webhook}`)).code).toBe(3)
})

test('a test event arrives; its delivery shows what was answered; it is retried and resent', async () => {
  const { url, received } = await receiver(204, 200)
  const webhook = await webhookTo(url, '--events', 'invite.declined')
  const delivery = await id(`webhook test ${webhook}`)
  await deliveryOf(webhook, 'retrying')
  const { stdout } = await ok(`delivery get ${delivery}`)
  expect(stdout).toMatch(/^attempt\t1\t[^\t]+\tnon_200_ack\t204\t/m)
  expect((await run(`delivery get ${delivery}`, { columns: 90 })).stdout).toContain(
    'Only status 200 acknowledges.',
  )
  await ok(`delivery retry ${delivery}`)
  expect(await deliveryOf(webhook, 'succeeded')).toBe(delivery)
  const event = String(at(await ok(`delivery get ${delivery} --json`), 'event_id'))
  const again = await ok(`event resend ${event} --webhook ${webhook} --json`)
  expect(at(again, '0.webhook_id')).toBe(webhook)
  await expect.poll(() => received.length).toBe(3)
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event]))
  expect(at(await ok(`delivery list --event ${event} --json`), 'length')).toBe(2)
})

test('a replay sends again what did not arrive', async () => {
  const { url, received } = await receiver(500)
  const webhook = await webhookTo(url, '--events', 'invite.created')
  await ok('event trigger invite.created')
  await deliveryOf(webhook, 'retrying')
  const line = `webhook replay ${webhook} --since 2020-01-01 --status all --wait --json`
  const replayed = await ok(line)
  expect(at(replayed, 'status')).toBe('done')
  expect(Number(at(replayed, 'queued'))).toBeGreaterThanOrEqual(1)
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(2)
  await ok(`webhook delete ${webhook}`)
})

test('events are triggered with fields of their own, listed and shown; wrong ones fail loudly', async () => {
  const line = ['event', 'trigger', 'assessment.completed', '-f', 'skill=react', '-f', 'score=86']
  const done = await ok([...line, '--json'])
  const types: unknown[] = JSON.parse(done.stdout).map(({ event }: { event: unknown }) => event)
  expect(types).toContain('passport.updated')
  const listed = await ok('event list --type assessment.completed --limit 1 --json')
  expect([at(listed, '0.score'), at(listed, '0.skill')]).toEqual([86, 'react'])
  const event = String(at(listed, '0.id'))
  expect((await ok(`event get ${event}`)).stdout).toMatch(/^score\t86$/m)
  const data = [
    'event',
    'trigger',
    'invite.created',
    '--data',
    '{"candidate_email":"kim@example.com"}',
    '--json',
  ]
  expect(at(await ok(data), '0.candidate_email')).toBe('kim@example.com')
  const wrong = await run('event trigger assessment.completed -f scor=86 --json')
  expect([wrong.code, errorOf(wrong).code]).toEqual([5, 'VALIDATION_FAILED'])
  expect((await run(['event', 'trigger', 'invite.created', '--data', '[1]'])).code).toBe(2)
})

test('event tail and logs tail follow what happens, and go on after an event', async () => {
  await ok('event trigger invite.created -f skill=go')
  const last = await id('event list --limit 1')
  await ok('event trigger invite.created -f skill=react')
  const tail = await ok(`event tail --after ${last} --count 1 --json`)
  expect(tail.stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(at(tail, 'skill')).toBe('react')
  expect((await ok(`event tail --after ${last} --count 1`)).stdout).toMatch(
    /^[^\t]+\tinvite.created\tevt_\w+\t/,
  )

  const logs = run('logs tail --status 404 --count 1')
  for (let done = false; !done;) {
    await run('user get nobody-here')
    done = await Promise.race([
      logs.then(() => true),
      new Promise<false>((go) => setTimeout(() => go(false), 20)),
    ])
  }
  expect((await logs).stdout).toMatch(
    /^[^\t]+\t404\t\d+\tGET\t\/v1\/users\/nobody-here\tUSER_NOT_FOUND\treq_/,
  )
})

test.each([
  ['y\r', 'cancelled'],
  ['\r', 'succeeded'],
])('a person is asked about what was missed: %j leaves it %s', async (typed, status) => {
  const run = cliFor(await freshSandbox())
  const secret = await run('webhook listen --print-secret')
  expect(secret.stdout).toMatch(/^whsec_/)
  await run('invite send kim@example.com --skill react')
  const ran = await run('webhook listen --timeout 1s', { typed: [typed], columns: 100 })
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('1 delivery has waited')])
  expect(ran.stderr).toContain(secret.stdout.trim())
  expect(at(await run('delivery list --json'), '0.status')).toBe(status)
  expect(ran.stdout.includes('invite.created')).toBe(status === 'succeeded')
})

test('nobody is asked where nothing waited, or with --missed', async () => {
  const run = cliFor(await freshSandbox())
  for (const flags of ['', ' --missed skip']) {
    const ran = await run(`webhook listen --timeout 1s${flags}`, { typed: ['y\r'], columns: 100 })
    expect([ran.code, ran.stderr]).toEqual([0, expect.not.stringContaining('(y/N)')])
    await run('invite send kim@example.com --skill react')
  }
})

test('mail holds the link of the candidate', async () => {
  await ok('invite send mailed@example.com --skill react')
  const mail = await ok('mail list --to mailed@example.com --json')
  expect(at(mail, '0.link')).toMatch(/^http.*\/i\//)
  expect((await ok('mail list --to mailed@example.com')).stdout).toContain('\tmailed@example.com\t')
})

test('faults are added, listed with what they met, and cleared', async () => {
  const fault = await id('fault add --method GET --path /v1/users/* --status 503 --times 1')
  await ok('fault add --delay 1.5s --path /v1/skills/nowhere')
  const listed = await ok('fault list --json')
  expect([at(listed, '0.id'), at(listed, '0.remaining'), at(listed, '1.delay_ms')]).toEqual([fault, 1, 1500])
  expect((await ok('fault list')).stdout).toContain('GET /v1/users/*\tanswers 503')
  expect((await ok(`fault clear ${fault}`)).stdout).toBe('cleared\t1\n')
  expect((await ok('fault clear --quiet')).stdout).toBe('1\n')
  expect((await run('fault add')).code).toBe(5)
})

test('the clock stands still, moves, tells what happened in order, and never goes back', async () => {
  // Its own sandbox: elsewhere webhooks of other tests fall due.
  const run = cliFor(await freshSandbox())
  const ok = async (line: string): Promise<Ran> => {
    const ran = await run(line)
    expect([ran.stderr, ran.code]).toEqual(['', 0])
    return ran
  }
  const id = async (line: string): Promise<string> => (await ok(`${line} --quiet`)).stdout.trim()
  await ok('clock freeze')
  const invite = await id('invite send late@example.com --skill react --expires 2h')
  const moved = await ok('clock advance 3h')
  expect(moved.stdout).toMatch(new RegExp(`^happened\t\\S+ invite ${invite}$`, 'm'))
  expect(at(await ok(`invite get ${invite} --json`), 'status')).toBe('expired')
  const now = String(at(await ok('clock show --json'), 'now'))
  const later = new Date(Date.parse(now) + 60_000).toISOString()
  expect((await ok(`clock set ${later} --quiet`)).stdout.trim()).toBe(later)
  const back = await run(`clock set ${now} --json`)
  expect([back.code, errorOf(back).code]).toEqual([5, 'CLOCK_BACKWARD'])
  const second = await id('invite send later@example.com --skill react --expires 1h')
  const next = await ok('clock next --json')
  expect(at(next, 'happened.0.id')).toBe(second)
  expect(at(await ok('clock resume --json'), 'frozen')).toBe(false)
})

test('sign and verify fit together: raw, by parts, from a file, by delivery', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const env = { SKILLPASS_WEBHOOK_SECRET: secret }
  const body = '{"event":"webhook.test","id":"evt_1","note":"zwölf"}'
  const signed = await run(['webhook', 'sign', '--data', body], { env })
  expect(signed.stdout).toContain('webhook-id: evt_1\n')
  const valid = await run('webhook verify -', { env, stdin: signed.stdout })
  expect([valid.code, valid.stdout.split('\n')[0]]).toEqual([0, 'ok\tvalid'])

  const headers =
    signed.stdout
      .split('\n\n')[0]
      ?.split('\n')
      .flatMap((line) => ['-H', line]) ?? []
  expect((await run(['webhook', 'verify', ...headers], { env, stdin: body })).code).toBe(0)
  const pretty = await run(['webhook', 'verify', '--json', ...headers], {
    env,
    stdin: JSON.stringify(JSON.parse(body), null, 2),
  })
  expect([pretty.code, pretty.stderr, at(pretty, 'ok'), at(pretty, 'reason')]).toEqual([
    8,
    '',
    false,
    'body_reserialised',
  ])
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'request.txt'), signed.stdout)
  await writeFile(join(folder, 'secret.txt'), `${secret}\n`)
  const file = await run('webhook verify request.txt --secret-file secret.txt', { cwd: folder })
  expect(file.code).toBe(0)
  const other = await run('webhook verify request.txt --secret whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', {
    cwd: folder,
  })
  expect([other.code, other.stdout.split('\n')[0]]).toEqual([8, 'failed\tsignature_mismatch'])
})

test('verify --delivery: the right secret, and the wrong one', async () => {
  const { url } = await receiver(200)
  const made = await ok(['webhook', 'create', url, '--events', 'webhook.test', '--json'])
  const [webhook, secret] = [String(at(made, 'id')), String(at(made, 'secret'))]
  await ok(`webhook test ${webhook}`)
  const delivery = await deliveryOf(webhook, 'succeeded')
  const line = `webhook verify --delivery ${delivery} --secret`
  expect((await run(`${line} ${secret}`)).code).toBe(0)
  const wrong = await run(`${line} ${secret.slice('whsec_'.length).toLowerCase()}`, { columns: 80 })
  expect([wrong.code, wrong.stdout]).toEqual([8, expect.stringContaining('✗')])
  const none = await run(`${line} ${secret} --attempt 9 --json`)
  expect([none.code, errorOf(none).code]).toEqual([3, 'ATTEMPT_NOT_FOUND'])
})

test('sign prints a command that a shell can run', async () => {
  const { url, received } = await receiver(200)
  const body = `{"event":"webhook.test","note":"it's $HOME"}`
  const { stdout } = await ok(['webhook', 'sign', '--data', body, '--secret', 'whsec_AAAA', '--curl', url])
  const { execa } = await import('execa')
  await execa('sh', ['-c', stdout.replace('curl', 'curl -s')])
  expect(received[0]?.body).toBe(body)
  expect(received[0]?.headers['skillpass-event']).toBe('webhook.test')
})

test.each([
  ['webhook verify', 'SKILLPASS_WEBHOOK_SECRET'],
  ['webhook verify --secret whsec_AAAA', 'Missing: the request'],
  ['webhook verify --secret whsec_AAAA missing.txt', 'Cannot read missing.txt (ENOENT)'],
  ['webhook verify --secret a --secret-file b -', 'exclude each other'],
  ['webhook verify --secret a --attempt 2 -', '--attempt belongs to --delivery'],
  ['webhook verify --secret a --delivery dlv_1 -', '--delivery stands alone'],
  ['webhook sign --secret whsec_AAAA', 'Missing: the body'],
  ['webhook sign --secret whsec_?? --data x', 'A webhook secret is whsec_'],
  ['webhook listen --forward-to ftp://x', 'takes an address such as'],
  ['webhook listen --forward-to http://me:pw@localhost', 'no user name'],
  ['webhook listen --expect assessment.complete:2', 'Did you mean "assessment.completed"?'],
  ['webhook listen --expect assessment.completed:0', 'takes a type and how many'],
  ['event trigger assessment.complted', 'Did you mean "assessment.completed"?'],
  ['clock advance soon', 'takes a duration'],
  ['fault add --delay soon', 'takes a time such as 500ms'],
  ['dev --events invite.*', '--events belongs to --forward-to'],
])('%s: exit 2 and %s', async (line, message) => {
  const ran = await run(line)
  expect(ran.code).toBe(2)
  expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(message)
})
