import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { hasAnswered, refusalOf, type Refusal, type Refuse } from './wire-refusal.ts'

/** What one client may cost before it has asked for anything. Times in milliseconds. */
export interface Limits {
  /** From the connection, or the end of the request before, to the end of the headers. */
  readonly headersTimeoutMs: number
  /** To the end of the body. */
  readonly requestTimeoutMs: number
  /** Between two requests of one connection. Longer than proxies keep theirs, or they send into a closing one. */
  readonly keepAliveTimeoutMs: number
  /** Without any byte in either direction: a client that does not read its answer. */
  readonly idleTimeoutMs: number
  /** Request line and headers together, bytes. */
  readonly headerBytes: number
  /** How many headers. */
  readonly headers: number
  /** Open connections. Those above it are told to come back; far above it they are cut. */
  readonly connections: number
  /** Requests on one connection before it is closed; 0: any number. */
  readonly requestsPerConnection: number
}

export const usualLimits: Limits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  idleTimeoutMs: 120_000,
  headerBytes: 16 * 1024,
  headers: 200,
  connections: 4_096,
  requestsPerConnection: 0,
}

/** How long a connection too many may take to ask, so that it can be told. */
const surplusMs = 2_000
/** How long one that was refused may take to read why. */
const lingerMs = 1_000

interface Guarded {
  readonly limits: Limits
  readonly refuse: Refuse
}

/** The newest request of a connection. */
interface Latest {
  readonly response: ServerResponse
  readonly number: number
}

/** Puts the handler behind the limits: what goes over one is answered here and never reaches it. */
export function guard(server: Server | SecureServer, handler: RequestListener, guarded: Guarded): void {
  const { limits, refuse } = guarded
  const surplus = countConnections(server, limits.connections)
  const latest = new WeakMap<Duplex, Latest>()
  server.timeout = limits.idleTimeoutMs
  // One more than may come: Node keeps silent about the ones it leaves out.
  server.maxHeadersCount = limits.headers + 1
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const number = (latest.get(request.socket)?.number ?? 0) + 1
    latest.set(request.socket, { response, number })
    // Node's own count only asks the client to leave.
    if (number === limits.requestsPerConnection) response.shouldKeepAlive = false
    const refusal = surplus.has(request.socket) ? 'busy' : tooMany(request, limits) ? 'headers' : null
    if (refusal === null) handler(request, response)
    else answer(response, refuse(refusal))
  })
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: Error, socket: Duplex) => {
    // What it still sends is read and dropped: a reset would take the answer away from it.
    if (refused.has(socket)) return
    const refusal = refusalOf(error)
    const isAnswerable = socket.writable && !hasAnswered(latest.get(socket)?.response)
    if (refusal !== null && isAnswerable) {
      refused.add(socket)
      socket.end(written(refuse(refusal)))
    }
    destroyAfter(socket, refused.has(socket) ? lingerMs : 0)
  })
}

function destroyAfter(socket: Duplex, ms: number): void {
  if (ms === 0) socket.destroy()
  const timer = setTimeout(() => socket.destroy(), ms)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}

/** The connections that are too many. Over TLS they are encrypted first: before that nothing can be told. */
function countConnections(server: Server | SecureServer, most: number): WeakSet<Duplex> {
  const surplus = new WeakSet<Duplex>()
  let open = 0
  server.maxConnections = most + Math.ceil(most / 8) + 8
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
  })
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Duplex) => {
    if (open <= most) return
    surplus.add(socket)
    destroyAfter(socket, surplusMs)
  })
  return surplus
}

function tooMany({ rawHeaders }: IncomingMessage, { headers }: Limits): boolean {
  return rawHeaders.length > 2 * headers
}

function answer(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, headers).end(body)
}

/** As it stands on the wire, where there is no request to answer. */
function written({ status, reason, headers, body }: Refusal): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${reason}`, ...lines, '', body].join('\r\n')
}
