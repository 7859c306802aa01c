import { createServer, type RequestListener, type Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { promisify } from 'node:util'
import { guard, usualLimits, type Limits } from './limits.ts'
import type { Refuse } from './wire-refusal.ts'
import { PortTakenError } from './port-taken.ts'

export interface ListenOptions {
  /** 0: any free port. */
  readonly port: number
  readonly host: string
  /** When the port is taken, take any free one instead of failing. */
  readonly portFallback?: boolean
  /** Serves HTTPS with this certificate, TLS 1.2 or later. */
  readonly tls?: Certificate
  readonly limits?: Partial<Limits>
  /** What is answered to what never becomes a request. */
  readonly refuse: Refuse
}

/** PEM: the certificate with those above it, and its key. */
export interface Certificate {
  readonly cert: string | Uint8Array
  readonly key: string | Uint8Array
}

export interface Listening {
  readonly port: number
  readonly host: string
  /** It serves HTTPS. */
  readonly secure: boolean
  readonly fellBack: boolean
  /** How many connections are open. */
  connections(): Promise<number>
  /** New connections get this certificate. @throws when it cannot be used; the one in use then stays. */
  renew(certificate: Certificate): Promise<void>
  /** Takes no new connections, lets running requests end, cuts what is left after `graceMs`. */
  close(graceMs: number): Promise<void>
}

/**
 * The only file that opens a port. Plain node:http: listhen costs 60 to 100 ms to load and all it would add
 * here is what we switch off (signals, banner, port search); it comes in, lazily, for certificates and tunnels.
 */
export async function listen(handler: RequestListener, options: ListenOptions): Promise<Listening> {
  const limits = { ...usualLimits, ...options.limits }
  const { server, renew } = await serverOf(limits, options.tls)
  guard(server, handler, { limits, refuse: options.refuse })
  const unspoken = unspokenOn(server, options.tls !== undefined)
  const fellBack = await open(server, options)
  const { port } = address(server)
  return {
    port,
    host: options.host,
    secure: options.tls !== undefined,
    fellBack,
    renew,
    connections: () => promisify(server.getConnections.bind(server))(),
    close: (graceMs) => close(server, unspoken, graceMs),
  }
}

interface Opened {
  readonly server: Server | SecureServer
  readonly renew: Listening['renew']
}

async function serverOf(limits: Limits, tls: Certificate | undefined): Promise<Opened> {
  const options = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.headerBytes,
    // Node looks this often whether one of them is late, every 30 s by itself.
    connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs),
    // A peer that is gone without a word is found out.
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  }
  if (tls === undefined) return { server: createServer(options), renew: notSecure }
  const [https, { createSecureContext }] = await Promise.all([import('node:https'), import('node:tls')])
  const secure = (certificate: Certificate) => {
    const { cert, key } = certificate
    const context = { cert: pem(cert), key: pem(key), minVersion: 'TLSv1.2' as const }
    // Refuses what cannot be used, before anything has changed.
    createSecureContext(context)
    return context
  }
  const handshakeTimeout = limits.headersTimeoutMs
  const server = https.createServer({ ...options, ...secure(tls), handshakeTimeout })
  return { server, renew: async (certificate) => server.setSecureContext(secure(certificate)) }
}

function pem(text: string | Uint8Array): string | Buffer {
  return typeof text === 'string' ? text : Buffer.from(text)
}

async function notSecure(): Promise<never> {
  throw new Error('This server has no certificate to renew')
}

/** Answers whether another port than the wanted one had to do. */
async function open(server: Server | SecureServer, wanted: ListenOptions): Promise<boolean> {
  const { port, host, portFallback } = wanted
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

function bind(server: Server | SecureServer, port: number, host: string): Promise<void> {
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

function address(server: Server | SecureServer): AddressInfo {
  const found = server.address()
  if (found === null || typeof found === 'string') throw new Error('The server listens on no TCP port')
  return found
}

/** Connections that were opened ahead and never used: Node does not count them among the idle ones. */
function unspokenOn(server: Server | SecureServer, isSecure: boolean): () => Socket[] {
  const open = new Set<Socket>()
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => [...open].filter(({ bytesRead }) => bytesRead === 0)
}

function close(server: Server | SecureServer, unspoken: () => Socket[], graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
    for (const socket of unspoken()) socket.destroy()
  })
}
