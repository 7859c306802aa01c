import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { onTestFinished } from 'vitest'

export interface Delivered {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A user's own server: answers with these statuses in turn, the last one for ever. Gone with its test. */
export async function receiver(...statuses: number[]): Promise<{ url: string; received: Delivered[] }> {
  const received: Delivered[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      response.statusCode = statuses[Math.min(received.length, statuses.length) - 1] ?? 200
      response.end(`answer ${received.length}`)
    })
  })
  return { url: await servedAt(server), received }
}

/** One that takes every request and never answers. */
export async function silentReceiver(): Promise<{ url: string; asked: Promise<unknown> }> {
  const server = createServer()
  return { asked: once(server, 'request'), url: await servedAt(server) }
}

async function servedAt(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}/webhook`
}
