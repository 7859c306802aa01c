import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server as HttpServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server as TcpServer, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A certificate for hooks.test, signed by itself. */
export const certificate = readFileSync(new URL('certificates/hooks.test.pem', import.meta.url), 'utf8')
const key = readFileSync(new URL('certificates/hooks.test.key.pem', import.meta.url), 'utf8')

/** A web server on loopback that ends with the test; resolves to its port. */
export async function receive(answer: RequestListener): Promise<number> {
  return await listen(createServer(answer))
}

export async function receiveSecurely(answer: RequestListener): Promise<number> {
  return await listen(createSecureServer({ cert: certificate, key }, answer))
}

/** A server that speaks no HTTP of its own. */
export async function receiveRaw(talk: (socket: Socket) => void): Promise<number> {
  return await listen(createTcpServer(talk))
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

async function listen(server: HttpServer | TcpServer): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    // Cut connections are what these tests are about.
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return portOf(server)
}

function portOf(server: HttpServer | TcpServer): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port')
  return address.port
}
