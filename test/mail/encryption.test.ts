import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { live, type Live } from './live.ts'
import { mailServer } from './mail-server.ts'

async function deliveryThrough(url: string): Promise<{ readonly service: Live; readonly delivery: unknown }> {
  const service = await live({ smtp: url })
  const id = (await service.invite()).textAt('id')
  await service.worker.idle()
  return { service, delivery: await service.delivery(id) }
}

// With STARTTLS, under a certificate that nobody vouches for.
const offered = {
  disabledCommands: [],
  cert: readFileSync(new URL('../worker/certificates/hooks.test.pem', import.meta.url)),
  key: readFileSync(new URL('../worker/certificates/hooks.test.key.pem', import.meta.url)),
}

test('where encryption is required, none offered means nothing sent', async () => {
  const server = await mailServer()
  const { delivery } = await deliveryThrough(`${server.url}?tls=required`)
  expect(delivery).toMatchObject({
    status: 'queued',
    last_error: expect.stringMatching(/^The connection to the mail server could not be secured\./),
  })
  expect(server.tries).toEqual([])
})

test('where encryption is required, a certificate that nobody vouches for is refused', async () => {
  const server = await mailServer({ options: offered })
  const { delivery, service } = await deliveryThrough(`${server.url}?tls=required`)
  expect(delivery).toMatchObject({
    status: 'queued',
    last_error: expect.stringMatching(/^The connection to the mail server could not be secured\./),
  })
  expect(service.notices).toEqual([expect.stringMatching(/certificate/)])
  expect(server.tries).toEqual([])
})

test.each([
  ['optional', true],
  ['off', false],
])('with tls=%s it is encrypted: %s', async (tls, encrypted) => {
  const secure: boolean[] = []
  const server = await mailServer({
    options: {
      ...offered,
      onMailFrom(_address, session, done) {
        secure.push(session.secure)
        done()
      },
    },
  })
  const { delivery } = await deliveryThrough(`${server.url}?tls=${tls}`)
  expect(delivery).toMatchObject({ status: 'sent' })
  expect(secure).toEqual([encrypted])
})
