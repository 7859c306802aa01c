import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PortTakenError } from './port-taken.ts'

export interface ListenOptions {
  /** 0: any free port. */
  readonly port: number
  readonly host: string
  /** When the port is taken, take any free one instead of failing. */
  readonly portFallback?: boolean
}

export interface Listening {
  readonly port: number
  readonly host: string
  readonly fellBack: boolean
  /** Takes no new connections, lets running requests end, cuts what is left after `graceMs`. */
  close(graceMs: number): Promise<void>
}

/**
 * The only file that opens a port. Plain node:http: listhen costs 60 to 100 ms to load and all it would add
 * here is what we switch off (signals, banner, port search); it comes in, lazily, for certificates and tunnels.
 */
export async function listen(handler: RequestListener, options: ListenOptions): Promise<Listening> {
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 },
    handler,
  )
  const fellBack = await open(server, options)
  const { port } = address(server)
  return { port, host: options.host, fellBack, close: (graceMs) => close(server, graceMs) }
}

/** Answers whether another port than the wanted one had to do. */
async function open(server: Server, { port, host, portFallback }: ListenOptions): Promise<boolean> {
  try {
    await bind(server, port, host)
    return false
  } catch (error) {
    if (!isTaken(error)) throw error
    if (!portFallback) throw new PortTakenError(port, host)
    await bind(server, 0, host)
    return true
  }
}

function bind(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function address(server: Server): AddressInfo {
  const found = server.address()
  if (found === null || typeof found === 'string') throw new Error('The server listens on no TCP port')
  return found
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
