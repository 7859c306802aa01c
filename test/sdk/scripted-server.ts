import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { Skillpass } from '../../src/sdk/index.ts'
import type { ClientOptions } from '../../src/sdk/index.ts'
import { ownPort } from '../own-port.ts'

/** What the service would never do by itself: answers in any order, with any header, late or not at all. */

export interface Scripted {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /**
   * `hang`: no answer. `cut`: the connection ends. `cut_body`: it ends within the body. `slow_body`: the body never
   * ends. `stay_open`: the whole body is sent, and nothing after it.
   */
  readonly instead?: 'hang' | 'cut' | 'cut_body' | 'slow_body' | 'stay_open'
}

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export const sampleKey = 'sk_test_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O54Hm4lI'

export interface Rig {
  readonly client: Skillpass
  readonly url: string
  readonly received: Received[]
  /** Milliseconds of every pause between tries; none of them is really waited. */
  readonly pauses: number[]
}

/** A client against a server that plays these answers, the last one for ever. Pauses move a clock of their own. */
export async function rig(script: readonly Scripted[], options: ClientOptions = {}): Promise<Rig> {
  const received: Received[] = []
  const url = await serve(script, received)
  const pauses: number[] = []
  let elapsed = 0
  const time = {
    now: () => Date.parse('2026-11-21T12:00:00Z') + elapsed,
    sleep: async (ms: number) => {
      pauses.push(ms)
      elapsed += ms
    },
    random: () => 0,
  }
  return {
    client: new Skillpass({ apiKey: sampleKey, baseUrl: url, time, ...options }),
    url,
    received,
    pauses,
  }
}

async function serve(script: readonly Scripted[], received: Received[]): Promise<string> {
  const server = listener((request, response) => {
    received.push(request)
    play(script[Math.min(received.length, script.length) - 1] ?? {}, received.length, response)
  })
  const url = await listening(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return url
}

/** A server, not yet listening, that hears every request to its end. */
export function listener(answer: (request: Received, response: ServerResponse) => void): Server {
  return createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      answer({ method, url, headers, body: Buffer.concat(parts).toString() }, response)
    })
  })
}

export function play(
  { status = 200, headers, body = {}, instead }: Scripted,
  count: number,
  response: ServerResponse,
): void {
  if (instead === 'cut') response.destroy()
  if (instead === 'cut' || instead === 'hang') return
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const half = instead !== undefined && instead !== 'stay_open'
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': `req_${count}`,
    ...(half && { 'content-length': Buffer.byteLength(text) }),
    ...headers,
  })
  if (instead === undefined) response.end(text)
  else if (instead === 'cut_body') response.write(text.slice(0, 5), () => response.destroy())
  else response.write(half ? text.slice(0, 5) : text)
}

export async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}

/** An address where nothing listens. */
export async function deadUrl(): Promise<string> {
  return `http://127.0.0.1:${await ownPort()}`
}

/** A refusal in the service's form. */
export function refusal(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  rest: object = {},
): Scripted {
  const error = {
    code,
    message: `Refused with ${code}.`,
    status,
    doc_url: null,
    request_id: 'req_x',
    ...rest,
  }
  return { status, headers, body: { error } }
}
