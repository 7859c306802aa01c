import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly event: string
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Resolves once so many requests have arrived. */
  until(count: number): Promise<void>
}

type Answer = (request: Received, response: ServerResponse, nth: number) => void

/** A real HTTP receiver on loopback for one test. It answers 200 unless told otherwise. */
export async function receiver(
  answer: Answer = (_request, response) => response.end(),
  wantedPort = 0,
): Promise<Receiver> {
  const received: Received[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = await read(request)
    received.push(one)
    answer(one, response, received.length)
    for (const { count, resolve } of waiting) if (received.length >= count) resolve()
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    until: async (count) => {
      if (received.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }))
    },
  }
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  return { headers, body: Buffer.concat(chunks).toString('utf8'), event: headers['skillpass-event'] ?? '' }
}

/** Answers these statuses in turn, the last one from then on. */
export function statuses(...list: number[]): Answer {
  return (_request, response, nth) => {
    response.statusCode = list[Math.min(nth, list.length) - 1] ?? 200
    response.end()
  }
}
