import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Lookup } from '../../src/worker/target.ts'
import { certificate, closedPort, receive, receiveRaw, receiveSecurely } from './receivers.ts'
import { senderWith, to, toLoopback } from './sender.ts'

describe('too slow', () => {
  const hurried = { totalTimeoutMs: 300 }

  test('never answers: timeout_response, and the connection is dropped', async () => {
    let gone: (value: unknown) => void
    const dropped = new Promise((resolve) => (gone = resolve))
    const port = await receive((request) => request.socket.on('close', gone))
    const outcome = await senderWith(hurried).send(to(port))
    expect(outcome).toMatchObject({
      outcome: 'timeout_response',
      status: null,
      response: null,
      unreachable: false,
    })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(290)
    await dropped
  })

  test('a status line byte by byte', async () => {
    const port = await receiveRaw((socket) => void trickle(socket, `HTTP/1.1 200 ${'O'.repeat(10_000)}K`))
    const started = performance.now()
    expect(await senderWith(hurried).send(to(port))).toMatchObject({
      outcome: 'timeout_response',
      status: null,
    })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('a body byte by byte: what came is kept, and 200 is no acknowledgement', async () => {
    const port = await receiveRaw((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n')
        void trickle(socket, 'x'.repeat(10_000))
      })
    })
    const outcome = await senderWith(hurried).send(to(port))
    expect(outcome).toMatchObject({
      outcome: 'timeout_response',
      status: 200,
      hint: expect.stringContaining('Status 200 came'),
      response: { body: expect.stringMatching(/^x+$/), truncated: true },
    })
  })

  test('a TLS handshake that never comes: timeout_connect', async () => {
    const port = await receiveRaw(() => {})
    const outcome = await senderWith({ connectTimeoutMs: 150 }).send(
      to(port, { url: `https://127.0.0.1:${port}/` }),
    )
    expect(outcome).toMatchObject({ outcome: 'timeout_connect', status: null, unreachable: true })
    expect(outcome.durationMs).toBeLessThan(10_000)
  })

  test('a name server that never answers: dns', async () => {
    const sender = senderWith({ connectTimeoutMs: 100, lookup: () => new Promise(() => {}) })
    expect(await sender.send(to(80, { url: 'http://hooks.invalid/' }))).toMatchObject({
      outcome: 'dns',
      unreachable: true,
    })
  })

  test('the connect timeout does not count once the request is under way', async () => {
    const port = await receive((_, response) => void sleep(250).then(() => response.end()))
    expect(await senderWith({ connectTimeoutMs: 100 }).send(to(port))).toMatchObject({ outcome: 'succeeded' })
  })

  test('a request that was given up is never sent later', async () => {
    const requests: string[] = []
    const port = await receive((request, response) => {
      requests.push(request.url ?? '')
      response.end()
    })
    const late: Lookup = async () => {
      await sleep(120)
      return ['127.0.0.1']
    }
    const sender = senderWith({ connectTimeoutMs: 60, lookup: late })
    expect(await sender.send(to(port, { url: `http://hooks.invalid:${port}/` }))).toMatchObject({
      outcome: 'dns',
    })
    await sleep(150)
    expect(requests).toEqual([])
  })
})

describe('broken', () => {
  test('refused', async () => {
    const port = await closedPort()
    expect(await senderWith().send(to(port))).toMatchObject({
      outcome: 'connect_refused',
      status: null,
      hint: expect.stringContaining('ECONNREFUSED'),
      unreachable: true,
    })
  })

  test('refused at every address of a name', async () => {
    const port = await closedPort()
    const sender = senderWith({ lookup: () => Promise.resolve(['127.0.0.1', '127.0.0.2']) })
    expect(await sender.send(to(port, { url: `http://hooks.invalid:${port}/` }))).toMatchObject({
      outcome: 'connect_refused',
      hint: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('a receiver that was down is reached as soon as it is up', async () => {
    let up = false
    const port = await receiveRaw((socket) => {
      if (up) socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
      else socket.resetAndDestroy()
    })
    const sender = senderWith()
    expect(await sender.send(to(port))).toMatchObject({ outcome: 'reset' })
    up = true
    expect(await sender.send(to(port))).toMatchObject({ outcome: 'succeeded' })
  })

  test('reset at once', async () => {
    const port = await receiveRaw((socket) => socket.resetAndDestroy())
    expect(await senderWith().send(to(port))).toMatchObject({
      outcome: 'reset',
      status: null,
      response: null,
    })
  })

  test('closed without a word', async () => {
    const port = await receiveRaw((socket) => socket.once('data', () => socket.end()))
    expect(await senderWith().send(to(port))).toMatchObject({
      outcome: 'reset',
      status: null,
      response: null,
    })
  })

  test('reset after the headers: the status is told, and 200 is no acknowledgement', async () => {
    const port = await receiveRaw((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nbegun', () => {
          setTimeout(() => socket.resetAndDestroy(), 50)
        })
      })
    })
    expect(await senderWith().send(to(port))).toMatchObject({
      outcome: 'reset',
      status: 200,
      hint: expect.stringContaining('Status 200 came'),
      response: { body: 'begun', truncated: true },
    })
  })

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['headers without an end', `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1_000)}\r\n`.repeat(40)}\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['100 unasked', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('%s', async (_, answer) => {
    const port = await receiveRaw((socket) => socket.once('data', () => socket.write(answer)))
    expect(await senderWith().send(to(port))).toMatchObject({
      outcome: 'reset',
      hint: expect.stringMatching(/./),
    })
  })

  test('an unknown name', async () => {
    const sender = senderWith()
    expect(await sender.send(to(80, { url: 'http://nowhere.invalid/hook' }))).toMatchObject({
      outcome: 'dns',
      hint: expect.stringContaining('nowhere.invalid'),
      unreachable: true,
    })
  })

  test('a blocked address', async () => {
    const sender = senderWith()
    expect(await sender.send(to(80, { url: 'http://169.254.169.254/latest' }))).toMatchObject({
      outcome: 'blocked_target',
      status: null,
      response: null,
      unreachable: false,
    })
  })

  test('a header that cannot be sent is told, not thrown', async () => {
    const port = await receive((_, response) => response.end())
    const outcome = await senderWith().send(to(port, { headers: { 'x-note': 'a\nb' } }))
    expect(outcome).toMatchObject({ outcome: 'reset', hint: expect.stringContaining('x-note') })
  })

  test('closing cuts what is under way', async () => {
    const sender = senderWith()
    const port = await receive(() => void sender.close())
    expect(await sender.send(to(port))).toMatchObject({ outcome: 'reset' })
  })
})

describe('TLS', () => {
  const secured = { ca: certificate, lookup: toLoopback }

  test('checks the certificate against the name in the URL, whatever the address', async () => {
    const port = await receiveSecurely((request, response) => response.end(request.headers.host))
    const outcome = await senderWith(secured).send(to(port, { url: `https://hooks.test:${port}/` }))
    expect(outcome).toMatchObject({ outcome: 'succeeded', response: { body: `hooks.test:${port}` } })
  })

  test.each([
    ['another name', 'other.test', certificate],
    ['a certificate nobody vouches for', 'hooks.test', undefined],
  ])('%s', async (_, name, ca) => {
    const port = await receiveSecurely((_, response) => response.end())
    const sender = senderWith({ lookup: toLoopback, ...(ca !== undefined && { ca }) })
    expect(await sender.send(to(port, { url: `https://${name}:${port}/` }))).toMatchObject({
      outcome: 'tls',
      status: null,
      hint: expect.stringMatching(/certificate/),
      unreachable: true,
    })
  })

  test.each([
    ['reset in the handshake', (socket: { resetAndDestroy(): unknown }) => socket.resetAndDestroy()],
    ['closed in the handshake', (socket: { end(): unknown }) => socket.end()],
    ['plain HTTP', (socket: { end(text: string): unknown }) => socket.end('HTTP/1.1 200 OK\r\n\r\n')],
  ])('%s', async (_, talk) => {
    const port = await receiveRaw((socket) => socket.once('data', () => talk(socket)))
    const outcome = await senderWith().send(to(port, { url: `https://127.0.0.1:${port}/` }))
    expect(outcome).toMatchObject({ outcome: 'tls', status: null, unreachable: true })
  })

  test('refused is refused', async () => {
    const port = await closedPort()
    expect(await senderWith().send(to(port, { url: `https://127.0.0.1:${port}/` }))).toMatchObject({
      outcome: 'connect_refused',
    })
  })
})

async function trickle(
  socket: { write(text: string): unknown; destroyed: boolean },
  text: string,
): Promise<void> {
  for (const byte of text) {
    if (socket.destroyed) return
    socket.write(byte)
    await sleep(10)
  }
}
