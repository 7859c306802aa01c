import { parseRetryAfter } from '../core/retry.ts'
import type { Answer, Ending, Exchanged } from './exchange.ts'
import type { Target } from './target.ts'
import { parseUrl } from '../parse-url.ts'

export type OutcomeCode =
  | 'succeeded'
  | `http_${number}`
  | 'non_200_ack'
  | 'redirect'
  | 'dns'
  | 'connect_refused'
  | 'tls'
  | 'timeout_connect'
  | 'timeout_response'
  | 'reset'
  | 'blocked_target'

/** What one attempt came to. */
export interface Outcome {
  readonly outcome: OutcomeCode
  readonly status: number | null
  /** `non_200_ack` for such a status; else a sentence, where the code alone says too little. */
  readonly hint: string | null
  readonly response: Pick<Answer, 'headers' | 'body' | 'truncated'> | null
  /** Asked for with 429 or 503. */
  readonly retryAfterSeconds: number | null
  /** No connection was made. */
  readonly unreachable: boolean
}

/** Which answers acknowledge a delivery. */
export type Ack = '200' | '2xx'

export interface Circumstances {
  readonly url: URL
  readonly ack: Ack
  /** Real time, milliseconds. */
  readonly nowMs: number
}

const refusedCodes = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EACCES', 'EPERM'])
const slowCodes = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'])

export function outcomeOf({ ending, answer }: Exchanged, circumstances: Circumstances): Outcome {
  if (ending.kind !== 'answered') return unanswered(ending, answer, circumstances.url)
  if (answer === null) throw new TypeError('An exchange ended without an answer and without an error')
  return answered(answer, circumstances)
}

/** The attempt ended before anything was connected to. */
export function unresolved(target: Extract<Target, { ok: false }>): Outcome {
  return { ...failed(target.outcome, target.hint), unreachable: target.outcome === 'dns' }
}

function answered(answer: Answer, { url, ack, nowMs }: Circumstances): Outcome {
  const { status, headers } = answer
  const asked = status === 429 || status === 503 ? headers['retry-after'] : undefined
  return {
    ...judged(answer, ack, url),
    status,
    response: responseOf(answer),
    retryAfterSeconds: asked === undefined ? null : parseRetryAfter(asked, nowMs),
    unreachable: false,
  }
}

function judged({ status, headers }: Answer, ack: Ack, url: URL): Pick<Outcome, 'outcome' | 'hint'> {
  if (status === 200) return { outcome: 'succeeded', hint: null }
  if (status < 300 && ack === '2xx') return { outcome: 'succeeded', hint: null }
  if (status < 300) return { outcome: 'non_200_ack', hint: 'non_200_ack' }
  if (status < 400) return { outcome: 'redirect', hint: redirectHint(headers['location'], url) }
  return { outcome: `http_${status}`, hint: null }
}

function redirectHint(location: string | undefined, url: URL): string {
  const target = location === undefined ? null : parseUrl(location, url)
  if (target === null) return 'Redirects are not followed.'
  return `Redirects are not followed. Give the endpoint the URL ${target.href} if that is where it moved.`
}

function unanswered(ending: Exclude<Ending, { kind: 'answered' }>, answer: Answer | null, url: URL): Outcome {
  const { outcome, hint } = ending.kind === 'too_slow' ? slow(ending.connected) : broken(ending, url)
  return {
    ...failed(
      outcome,
      answer === null ? hint : `Status ${answer.status} came, its body did not end. ${hint}`,
    ),
    status: answer?.status ?? null,
    response: answer && responseOf(answer),
    unreachable: !ending.connected,
  }
}

function slow(connected: boolean): { outcome: OutcomeCode; hint: string } {
  return connected
    ? { outcome: 'timeout_response', hint: 'The answer was not complete in time.' }
    : { outcome: 'timeout_connect', hint: 'No connection was made in time.' }
}

function broken(
  { connected, error }: Extract<Ending, { kind: 'broken' }>,
  url: URL,
): { outcome: OutcomeCode; hint: string } {
  const hint = error.message === '' ? codeOf(error) : error.message
  if (connected) return { outcome: 'reset', hint }
  if (refusedCodes.has(codeOf(error))) return { outcome: 'connect_refused', hint }
  if (slowCodes.has(codeOf(error))) return slow(false)
  return { outcome: url.protocol === 'https:' ? 'tls' : 'reset', hint }
}

/** When several addresses were tried, the error carries the code of the first. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function responseOf({ headers, body, truncated }: Answer): Outcome['response'] {
  return { headers, body, truncated }
}

function failed(outcome: OutcomeCode, hint: string): Outcome {
  return { outcome, status: null, hint, response: null, retryAfterSeconds: null, unreachable: false }
}
