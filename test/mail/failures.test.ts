import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { expectStatus } from '../sandbox.ts'
import { live, type Live } from './live.ts'
import { mailServer } from './mail-server.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

async function step(service: Live, id: string, name: string): Promise<void> {
  expectStatus(await service.request('POST', `/v1/assess/invites/${id}/${name}`), 200)
}

/** A server on loopback that speaks no SMTP. */
async function socketServer(port: number, greet: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    greet(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

test('a refused recipient shows on the invite at once and is not tried again; sent again, it may go through', async () => {
  let known = false
  const server = await mailServer({
    recipient: () => (known ? undefined : { code: 550, text: '5.1.1 No such user here' }),
  })
  const service = await live({ smtp: server.url })
  const id = (await service.invite()).textAt('id')
  await service.worker.idle()
  expect(await service.delivery(id)).toEqual({
    status: 'failed',
    sent_at: null,
    last_error: '550 5.1.1 No such user here',
  })
  await service.pass(hour)
  expect(server.tries).toHaveLength(1)
  known = true
  const resent = await service.request('POST', `/v1/assess/invites/${id}/resend`)
  expect(resent.at('delivery')).toEqual({ status: 'queued', sent_at: null, last_error: null })
  await service.worker.idle()
  expect(await service.delivery(id)).toMatchObject({ status: 'sent', last_error: null })
  expect(server.taken).toHaveLength(1)
})

test.each([
  [421, 'shutting down'],
  [451, 'Greylisted, please try later'],
])('%i is tried again after 5 and after 30 seconds, under the same Message-ID', async (code, text) => {
  const ids: string[] = []
  const server = await mailServer({
    mail: (raw) => {
      ids.push(/^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '')
      return ids.length < 3 ? { code, text } : undefined
    },
  })
  const service = await live({ smtp: server.url })
  const id = (await service.invite()).textAt('id')
  await service.worker.idle()
  expect(await service.delivery(id)).toEqual({
    status: 'queued',
    sent_at: null,
    last_error: expect.stringMatching(
      new RegExp(`^${code} ${text} \\(attempt 1 of 13; the next at 2026-03-20 12:00:05 UTC\\)$`),
    ),
  })
  await service.pass(4 * second)
  expect(ids).toHaveLength(1)
  await service.pass(2 * second)
  expect(await service.delivery(id)).toMatchObject({ last_error: expect.stringContaining('attempt 2 of 13') })
  await service.pass(29 * second)
  expect(ids).toHaveLength(2)
  await service.pass(5 * second)
  expect(await service.delivery(id)).toEqual({
    status: 'sent',
    sent_at: new Date(service.now()).toISOString(),
    last_error: null,
  })
  expect(new Set(ids).size).toBe(1)
})

test('a mail that nobody ever takes is given up after the schedule of 72 hours', async () => {
  const server = await mailServer({ recipient: () => ({ code: 450, text: 'Mailbox busy' }) })
  const service = await live({ smtp: server.url })
  const id = (await service.invite()).textAt('id')
  await service.worker.idle()
  for (let passed = 0; passed < 80; passed += 1) await service.pass(hour)
  expect(await service.delivery(id)).toEqual({
    status: 'failed',
    sent_at: null,
    last_error: expect.stringMatching(/^450 Mailbox busy \(given up after 1[0-3] attempts\)$/),
  })
  const tries = server.tries.length
  await service.pass(100 * hour)
  expect(server.tries).toHaveLength(tries)
})

test('no attempt is planned for after the end of the invite', async () => {
  const server = await mailServer({ recipient: () => ({ code: 450, text: 'Mailbox busy' }) })
  const service = await live({ smtp: server.url })
  const id = (await service.invite({ expires_in: '60s' })).textAt('id')
  await service.worker.idle()
  await service.pass(6 * second)
  await service.pass(40 * second)
  expect(await service.delivery(id)).toMatchObject({
    status: 'failed',
    last_error: '450 Mailbox busy (given up after 3 attempts)',
  })
})

test('a server that hangs up on everyone is only probed, told of once, and catches up', async () => {
  const port = await socketServer(0, (socket) => socket.destroy())
  const service = await live({ smtp: `smtp://127.0.0.1:${port}` })
  const ids: string[] = []
  for (let nth = 0; nth < 40; nth += 1) {
    ids.push((await service.invite({ candidate_email: `c${nth}@example.com` })).textAt('id'))
  }
  await service.worker.idle()
  const shown = await Promise.all(ids.map((id) => service.delivery(id)))
  const tried = shown.filter((one) => JSON.stringify(one).includes('attempt 1 of 13'))
  expect(tried.length).toBeGreaterThanOrEqual(1)
  expect(tried.length).toBeLessThanOrEqual(10)
  expect(JSON.stringify(shown)).not.toContain(String(port))
  expect(service.notices).toEqual([expect.stringMatching(/^Mail waits: /)])
})

test('a dead port waits, and what waited arrives once something listens there', async () => {
  const first = await mailServer()
  await first.close()
  const service = await live({ smtp: first.url })
  const id = (await service.invite()).textAt('id')
  await service.worker.idle()
  expect(await service.delivery(id)).toMatchObject({
    status: 'queued',
    last_error: expect.stringMatching(/^The mail server could not be reached \(ECONNREFUSED\)\. \(attempt 1/),
  })
  const second = await mailServer({ port: first.port })
  await service.pass(10_000)
  expect(await service.delivery(id)).toMatchObject({ status: 'sent' })
  expect(second.taken).toHaveLength(1)
  expect(service.notices).toEqual([
    expect.stringMatching(/^Mail waits: .*ECONNREFUSED/),
    'Mail goes out again.',
  ])
})

test('a server that says nothing is given up in time and holds up no request', async () => {
  const port = await socketServer(0, () => undefined)
  const service = await live({
    smtp: `smtp://127.0.0.1:${port}`,
    patience: { connect: 2_000, greeting: 2_000, silence: 2_000, total: 4_000 },
  })
  const id = (await service.invite()).textAt('id')
  const started = performance.now()
  await service.invite({ candidate_email: 'bob@example.com' })
  expect(performance.now() - started).toBeLessThan(1_500)
  await service.worker.idle()
  expect(await service.delivery(id)).toMatchObject({
    status: 'queued',
    last_error: expect.stringMatching(/^The mail server did not answer in time\. \(attempt 1/),
  })
})

test('a server that drips answers for ever is given up after the time for one mail', async () => {
  const port = await socketServer(0, (socket) => {
    const drip = setInterval(() => socket.write('220-still here\r\n'), 50)
    socket.on('close', () => clearInterval(drip))
  })
  const service = await live({
    smtp: `smtp://127.0.0.1:${port}`,
    patience: { connect: 5_000, greeting: 5_000, silence: 5_000, total: 400 },
  })
  const id = (await service.invite()).textAt('id')
  await service.worker.idle()
  expect(await service.delivery(id)).toMatchObject({
    last_error: expect.stringMatching(/^The mail server did not answer in time\./),
  })
})

test('what a server quotes of the mail does not lead to its link', async () => {
  const server = await mailServer({
    mail: (raw) => {
      const words = raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
      const link = /http\S+\/i\/[\w-]+/.exec(words)?.[0] ?? ''
      const token = link.split('/i/')[1] ?? ''
      return { code: 554, text: `Spam: ${link} or ${token.slice(0, 20)} ${token.slice(20)} in your mail` }
    },
  })
  const service = await live({ smtp: server.url })
  const invite = await service.invite()
  const token = invite.textAt('invite_url').split('/i/')[1] ?? ''
  await service.worker.idle()
  const delivery = JSON.stringify(await service.delivery(invite.textAt('id')))
  expect(delivery).toContain('554 Spam: … or')
  expect(delivery).not.toContain(token.slice(0, 12))
  expect(delivery).not.toContain(token.slice(-12))
})

test.each(['cancel', 'decline'])(
  'an invite that is over by %s while its mail waits gets none',
  async (name) => {
    const server = await mailServer({
      recipient: (_, nth) => (nth === 1 ? { code: 451, text: 'later' } : undefined),
    })
    const service = await live({ smtp: server.url })
    const id = (await service.invite()).textAt('id')
    await service.worker.idle()
    await step(service, id, name)
    expect(await service.delivery(id)).toMatchObject({ status: 'suppressed', sent_at: null })
    await service.pass(hour)
    expect(server.tries).toHaveLength(1)
    expect(await service.delivery(id)).toMatchObject({ status: 'suppressed' })
  },
)

test('an invite that expired while nobody sent mail gets none', async () => {
  const server = await mailServer()
  const service = await live({ smtp: server.url })
  await service.worker.stop()
  const id = (await service.invite({ expires_in: '1h' })).textAt('id')
  const later = await live({ smtp: server.url, beside: { ...service, now: () => service.now() + 2 * hour } })
  await later.worker.idle()
  expect(server.tries).toEqual([])
  await later.pass(0)
  expect(await later.delivery(id)).toMatchObject({ status: 'suppressed' })
})

test('one that is sent again while its mail waits is mailed once, with its new end', async () => {
  const server = await mailServer({
    recipient: (_, nth) => (nth === 1 ? { code: 451, text: 'later' } : undefined),
  })
  const service = await live({ smtp: server.url })
  const id = (await service.invite({ expires_in: '7d' })).textAt('id')
  await service.worker.idle()
  await step(service, id, 'resend')
  await service.worker.idle()
  await service.pass(hour)
  expect(server.taken).toHaveLength(1)
  expect(await service.delivery(id)).toMatchObject({ status: 'sent' })
})
