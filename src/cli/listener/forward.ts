import { request as requestHttp } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Attempt } from './attempt.ts'

/** What became of an attempt at the local address. */
export interface Answer {
  readonly status: number | null
  /** Why there is no status, as the service names it. */
  readonly error: LocalFailure | null
  /** The same for people. */
  readonly reason: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly durationMs: number
}

export type LocalFailure =
  | 'dns'
  | 'connect_refused'
  | 'tls'
  | 'timeout_connect'
  | 'timeout_response'
  | 'reset'

export interface Limits {
  readonly connectMs: number
  readonly wholeMs: number
}

/** The same that the service grants every other endpoint. */
export const usualLimits: Limits = { connectMs: 5_000, wholeMs: 15_000 }

/** A little more than the service keeps, so that it can tell that there was more. */
const keptBytes = 64 * 1024 + 4

interface Way {
  readonly to: URL
  /** Milliseconds since the epoch. */
  now(): number
  readonly limits: Limits
  readonly signal: AbortSignal
}

/** Sends an attempt on, byte for byte and under its own headers. Never fails: how it ended is the answer. */
export async function forward(attempt: Attempt, way: Way): Promise<Answer> {
  const started = way.now()
  const secure = way.to.protocol === 'https:'
  const request = secure ? (await import('node:https')).request : requestHttp
  const body = Buffer.from(attempt.body, 'utf8')
  const headers = { ...attempt.headers, 'content-length': String(body.length) }
  // A connection of its own: one that was kept may have been dropped by a server that restarted.
  const outgoing = request(way.to, { method: 'POST', headers, agent: false, signal: way.signal })
  const ending = await exchange(outgoing, body, secure, way.limits)
  return { ...answerOf(ending, way), durationMs: way.now() - started }
}

type Ending =
  | { readonly answer: IncomingMessage; readonly body: string }
  | { readonly error: LocalFailure; readonly cause: Error }

function exchange(outgoing: ClientRequest, body: Buffer, secure: boolean, limits: Limits): Promise<Ending> {
  let phase: 'dial' | 'shake' | 'connected' = 'dial'
  let late: LocalFailure | null = null
  const end = (failure: LocalFailure) => {
    late = failure
    outgoing.destroy(new Error(failure))
  }
  const connecting = setTimeout(() => end('timeout_connect'), limits.connectMs)
  const whole = setTimeout(() => end('timeout_response'), limits.wholeMs)
  const connected = () => {
    phase = 'connected'
    clearTimeout(connecting)
  }
  return new Promise<Ending>((resolve) => {
    const fail = (cause: Error) => resolve({ error: late ?? failureOf(phase, cause), cause })
    outgoing.on('socket', (socket) => {
      socket.on('connect', () => (secure ? (phase = 'shake') : connected()))
      socket.on('secureConnect', connected)
    })
    outgoing.on('error', fail)
    outgoing.on('response', (answer) => {
      textOf(answer).then((text) => resolve({ answer, body: text }), fail)
    })
    outgoing.end(body)
  }).finally(() => {
    clearTimeout(connecting)
    clearTimeout(whole)
    outgoing.destroy()
  })
}

function failureOf(phase: 'dial' | 'shake' | 'connected', cause: Error): LocalFailure {
  if (phase === 'connected') return 'reset'
  const code = 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns'
  if (code === 'ETIMEDOUT') return 'timeout_connect'
  return phase === 'shake' ? 'tls' : 'connect_refused'
}

/** The beginning of the body; what is too long is not waited for. */
async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer) {
    parts.push(part)
    length += part.length
    if (length >= keptBytes) break
  }
  // Control characters would grow sixfold on their way up.
  return Buffer.concat(parts)
    .subarray(0, keptBytes)
    .toString('utf8')
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd')
}

function answerOf(ending: Ending, { to, limits }: Way): Omit<Answer, 'durationMs'> {
  if ('error' in ending) {
    const reason = reasons[ending.error](to, limits, ending.cause)
    return { status: null, error: ending.error, reason, headers: {}, body: '' }
  }
  const { answer, body } = ending
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
  return { status: answer.statusCode ?? 0, error: null, reason: null, headers, body }
}

const reasons: Readonly<Record<LocalFailure, (to: URL, limits: Limits, cause: Error) => string>> = {
  dns: (to) => `${to.hostname} has no address`,
  connect_refused: (to) => `nothing listens at ${to.origin}`,
  tls: (_, __, cause) => `TLS: ${cause.message}`,
  timeout_connect: (_, { connectMs }) => `no connection within ${connectMs / 1_000} s`,
  timeout_response: (_, { wholeMs }) => `no complete answer within ${wholeMs / 1_000} s`,
  reset: () => 'the connection broke off before the answer was complete',
}
