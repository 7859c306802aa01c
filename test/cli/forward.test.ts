import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { forward, usualLimits } from '../../src/cli/listener/forward.ts'
import { localAddress } from '../../src/cli/listener/target.ts'

/** What local servers do to a forwarded attempt, each with its outcome. */

const attempt = {
  delivery_id: 'dlv_1',
  event_id: 'evt_1',
  event_type: 'invite.created',
  attempt: 1,
  headers: { 'webhook-id': 'evt_1', 'content-type': 'application/json' },
  body: '{"name":"zwölf"}',
}

/** A server on a plain socket, told all bytes of every connection as they come. */
async function socketServer(behave: (socket: Socket, sofar: string) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let sofar = ''
    socket.on('error', () => {})
    socket.on('data', (part) => {
      sofar += part.toString('utf8')
      behave(socket, sofar)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

function send(to: string, limits = usualLimits) {
  const signal = new AbortController().signal
  return forward(attempt, { to: new URL(to), now: Date.now, limits, signal })
}

test('headers and body arrive as they are', async () => {
  let request = ''
  const port = await socketServer((socket, sofar) => {
    request = sofar
    if (sofar.includes('}')) socket.end('HTTP/1.1 200 OK\r\nX-One: 1\r\nContent-Length: 2\r\n\r\nok')
  })
  const answer = await send(`http://127.0.0.1:${port}/hook?a=b`)
  expect(answer).toMatchObject({ status: 200, error: null, body: 'ok', headers: { 'x-one': '1' } })
  expect(request.split('\r\n')[0]).toBe('POST /hook?a=b HTTP/1.1')
  expect(request).toContain('\r\nwebhook-id: evt_1\r\n')
  expect(request.split('\r\n\r\n')[1]).toBe(attempt.body)
})

test('a body without end is cut, and control characters do not grow', async () => {
  const port = await socketServer((socket, sofar) => {
    if (!sofar.includes('}')) return
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const flood = setInterval(() => socket.write('\u0001'.repeat(16_384)), 1)
    socket.on('close', () => clearInterval(flood))
  })
  const { status, body } = await send(`http://127.0.0.1:${port}`)
  expect([status, body.length > 65_536, JSON.stringify(body).length < 200_000]).toEqual([200, true, true])
  expect(body).not.toContain('\u0001')
})

test('a reset in the middle of the answer, and before it', async () => {
  const middle = await socketServer((socket, sofar) => {
    if (sofar.includes('}'))
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhal', () => socket.destroy())
  })
  expect(await send(`http://127.0.0.1:${middle}`)).toMatchObject({ status: null, error: 'reset' })
  const before = await socketServer((socket) => socket.destroy())
  expect(await send(`http://127.0.0.1:${before}`)).toMatchObject({ status: null, error: 'reset' })
})

test('no answer, and one that never ends, are timeouts', async () => {
  const never = await socketServer(() => {})
  const limits = { connectMs: 5_000, wholeMs: 200 }
  expect(await send(`http://127.0.0.1:${never}`, limits)).toMatchObject({
    error: 'timeout_response',
    reason: 'no complete answer within 0.2 s',
  })
  const drip = await socketServer((socket, sofar) => {
    if (sofar.includes('}')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')
  })
  expect(await send(`http://127.0.0.1:${drip}`, limits)).toMatchObject({ error: 'timeout_response' })
})

test('a TLS handshake that never ends is no connection; one that breaks is tls', async () => {
  const silent = await socketServer(() => {})
  const limits = { connectMs: 200, wholeMs: 5_000 }
  expect(await send(`https://127.0.0.1:${silent}`, limits)).toMatchObject({ error: 'timeout_connect' })
  const plain = await socketServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expect(await send(`https://127.0.0.1:${plain}`)).toMatchObject({ error: 'tls' })
})

test('nobody listens, and no such name', async () => {
  expect(await send('http://127.0.0.1:1')).toMatchObject({ error: 'connect_refused' })
  expect(await send('http://nowhere.invalid')).toMatchObject({
    error: 'dns',
    reason: 'nowhere.invalid has no address',
  })
})

test.each([
  ['3000', 'http://localhost:3000/'],
  ['3000/hook', 'http://localhost:3000/hook'],
  ['localhost:3000/hook', 'http://localhost:3000/hook'],
  ['127.0.0.1:80', 'http://127.0.0.1/'],
  ['https://example.test/x?y=z', 'https://example.test/x?y=z'],
])('--forward-to %s is %s', (given, href) => {
  expect(localAddress.parse(given).href).toBe(href)
})

test.each(['ftp://x', 'http://', 'javascript:alert(1)//', ''])('--forward-to %j is refused', (given) => {
  expect(() => localAddress.parse(given)).toThrow('takes an address')
})
