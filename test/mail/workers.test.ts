import { expect, test } from 'vitest'
import type { Mailer, Message } from '../../src/mail/mailer.ts'
import { expectStatus } from '../sandbox.ts'
import { live } from './live.ts'
import { mailServer } from './mail-server.ts'

const minute = 60_000

interface Held {
  readonly around: (mailer: Mailer) => Mailer
  /** Mails that were sent and are not written down. */
  readonly sent: Message[]
  release(): void
}

/** The real mailer, but its answers do not come back: as if the process were gone after it sent. */
function holding(): Held {
  const sent: Message[] = []
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  return {
    sent,
    release: () => release(),
    around: (mailer) => ({
      async send(message, giveUp) {
        const answer = await mailer.send(message, giveUp)
        sent.push(message)
        await held
        return answer
      },
      close: () => mailer.close(),
    }),
  }
}

test('a process that dies between sending and writing it down costs a second copy of the same Message-ID', async () => {
  const server = await mailServer()
  const crash = holding()
  const first = await live({ smtp: server.url, around: crash.around })
  const id = (await first.invite()).textAt('id')
  await expect.poll(() => crash.sent.length, { timeout: 30_000 }).toBe(1)
  const second = await live({ smtp: server.url, beside: first })
  await second.pass(4 * minute)
  expect(server.taken).toHaveLength(1)
  expect(await second.delivery(id)).toMatchObject({ status: 'queued' })
  await second.pass(2 * minute)
  expect(server.taken).toHaveLength(2)
  expect(new Set(server.taken.map(({ mail }) => mail.header('message-id'))).size).toBe(1)
  const delivery = await second.delivery(id)
  expect(delivery).toMatchObject({ status: 'sent' })
  // What the first one has to say comes too late to change anything.
  crash.release()
  await first.worker.stop()
  expect(await second.delivery(id)).toEqual(delivery)
})

test('two on one store send every mail once', async () => {
  const server = await mailServer({
    mail: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return undefined
    },
  })
  const first = await live({ smtp: server.url })
  const second = await live({ smtp: server.url, beside: first })
  const addresses = Array.from({ length: 40 }, (_, nth) => `c${nth}@example.com`)
  const services = [first, second]
  await Promise.all(
    addresses.map(async (candidate_email, nth) => {
      await services[nth % 2]?.invite({ candidate_email })
      second.worker.nudge()
      first.worker.nudge()
    }),
  )
  await Promise.all(services.map(({ worker }) => worker.idle()))
  await server.until(40)
  expect(server.taken.map(({ to }) => to[0] ?? '').toSorted()).toEqual(addresses.toSorted())
})

test('mail that a process left unsent is found by another without being told', async () => {
  const server = await mailServer()
  const first = await live({ smtp: server.url })
  const second = await live({ smtp: server.url, beside: first })
  await first.worker.stop()
  await first.invite()
  expect(server.taken).toEqual([])
  await server.until(1)
  await second.worker.idle()
})

test('a stop while a server hangs gives the mail back at once, not counted as an attempt', async () => {
  const stuck = await mailServer({ mail: () => new Promise(() => undefined) })
  const first = await live({ smtp: stuck.url })
  const id = (await first.invite()).textAt('id')
  await expect.poll(() => stuck.tries.length, { timeout: 30_000 }).toBe(1)
  const started = performance.now()
  await first.worker.stop(100)
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(await first.delivery(id)).toEqual({ status: 'queued', sent_at: null, last_error: null })
  const server = await mailServer()
  const second = await live({ smtp: server.url, beside: first })
  await second.worker.idle()
  expect(server.taken).toHaveLength(1)
})

test('somebody erased while their mail is on its way leaves no trace in it', async () => {
  const server = await mailServer()
  const slow = holding()
  const service = await live({ smtp: server.url, around: slow.around })
  const user = expectStatus(
    await service.request('POST', '/v1/users', { body: { display_name: 'Ada', email: 'ada@example.com' } }),
    201,
  ).textAt('id')
  const id = (await service.invite()).textAt('id')
  await expect.poll(() => slow.sent.length, { timeout: 30_000 }).toBe(1)
  expectStatus(await service.request('POST', `/v1/users/${user}/erase`), 200)
  slow.release()
  await service.worker.idle()
  const invite = await service.request('GET', `/v1/assess/invites/${id}`)
  expect(invite.at('delivery')).toMatchObject({ status: 'suppressed', last_error: null })
  expect(await service.store.read((tx) => tx.find('mails', 'invite_id', id))).toEqual([])
})

test('erasing takes the address out of what a mail server answered', async () => {
  const server = await mailServer({ recipient: (to) => ({ code: 550, text: `<${to}> is unknown` }) })
  const service = await live({ smtp: server.url })
  const user = expectStatus(
    await service.request('POST', '/v1/users', { body: { display_name: 'Ada', email: 'ada@example.com' } }),
    201,
  ).textAt('id')
  const id = (await service.invite()).textAt('id')
  await service.worker.idle()
  expect(JSON.stringify(await service.delivery(id))).toContain('ada@example.com')
  expectStatus(await service.request('POST', `/v1/users/${user}/erase`), 200)
  expect((await service.request('GET', `/v1/assess/invites/${id}`)).text).not.toContain('ada@')
})
