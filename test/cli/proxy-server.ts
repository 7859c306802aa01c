import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'

export interface ProxyServer {
  readonly port: number
  readonly url: string
  /** The first line of every request, without the version. */
  readonly seen: string[]
}

/**
 * A proxy on loopback until the test ends: it forwards, tunnels, and takes every name for this machine, so that
 * a name which leads nowhere is reached through it alone.
 * @param login What it wants as `user:password`.
 */
export async function proxyServer(login?: string): Promise<ProxyServer> {
  const seen: string[] = []
  const isWelcome = ({ headers }: IncomingMessage) =>
    login === undefined || headers['proxy-authorization'] === `Basic ${Buffer.from(login).toString('base64')}`
  const server = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    if (isWelcome(incoming)) forward(incoming, response)
    else response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end('No entry.')
  })
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    if (isWelcome(incoming)) tunnel(incoming, socket)
    else socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, url: `http://127.0.0.1:${port}`, seen }
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const { port, pathname, search } = new URL(incoming.url ?? '')
  const headers = { ...incoming.headers, host: `127.0.0.1:${port}` }
  const onward = request(
    { host: '127.0.0.1', port, path: `${pathname}${search}`, method: incoming.method, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  onward.on('error', () =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  )
  response.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

function tunnel({ url = '' }: IncomingMessage, socket: Duplex): void {
  const onward = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    onward.pipe(socket).pipe(onward)
  })
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
}
