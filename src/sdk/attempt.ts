import {
  AbortedError,
  ConnectionError,
  familyOf,
  ServerError,
  SkillpassError,
  TimeoutError,
} from './errors.ts'
import { maskSecrets } from './mask.ts'
import { responseInfo } from './response.ts'
import type { ResponseInfo } from './response.ts'
import { retryAfterSeconds } from './retry.ts'
import type { Failure } from './retry.ts'
import type { FetchResponse, Settings } from './settings.ts'

/** What is sent, the same on every try. */
export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly idempotencyKey: string | null
}

/** One try: what was answered, or the error it would become were it the last. */
export async function attempt(
  settings: Settings,
  outgoing: Outgoing,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<ResponseInfo | Failure> {
  const limit = new AbortController()
  const stop = () => limit.abort()
  const timer = setTimeout(stop, ms)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    signal?.throwIfAborted()
    const response = await send(settings, outgoing, limit.signal)
    const text = await response.text()
    return judge(settings, outgoing, response, text)
  } catch (cause) {
    return failureOf(settings, outgoing, cause, { signal, timedOut: limit.signal.aborted ? ms : null })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** What the error of an HTTP client means. @throws AbortedError when the caller's own signal ended the call. */
export function failureOf(
  settings: Settings,
  outgoing: Outgoing,
  cause: unknown,
  {
    signal,
    timedOut,
  }: { readonly signal: AbortSignal | undefined; /** Milliseconds. */ readonly timedOut: number | null },
): Failure {
  if (signal?.aborted === true) throw aborted(outgoing)
  const error = timedOut === null ? unreachable(settings, outgoing, cause) : tooLate(outgoing, timedOut)
  return { error, advice: null }
}

export function send(settings: Settings, outgoing: Outgoing, signal: AbortSignal): Promise<FetchResponse> {
  const { method, url, headers, body } = outgoing
  return settings.fetch(url, {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
}

/** The answer itself when its status is 2xx. */
export function judge(
  settings: Settings,
  outgoing: Outgoing,
  response: FetchResponse,
  text: string,
): ResponseInfo | Failure {
  const answer = responseInfo(response, text, outgoing.idempotencyKey)
  if (answer.status >= 200 && answer.status < 300) return answer
  return { error: refusal(settings, outgoing, answer), advice: answer.headers.get('x-should-retry') }
}

function refusal(settings: Settings, outgoing: Outgoing, response: ResponseInfo): SkillpassError {
  const { status, headers } = response
  const body = errorObject(response.text)
  if (body === null) return noAnswer(settings, outgoing, response)
  const Family = familyOf(status)
  return new Family({
    code: body.code,
    message: maskSecrets(body.message, settings.apiKey),
    status,
    docUrl: textOrNull(body.fields['doc_url']),
    requestId: textOrNull(body.fields['request_id']) ?? response.requestId,
    param: textOrNull(body.fields['param']),
    details: body.fields['details'],
    retryable: body.fields['retryable'] === true,
    retryAfter: retryAfterSeconds(headers.get('retry-after'), settings.time.now()),
    idempotencyKey: outgoing.idempotencyKey,
    response,
  })
}

/** A status without the service's error object comes from something between, such as a proxy. */
function noAnswer(settings: Settings, outgoing: Outgoing, response: ResponseInfo): SkillpassError {
  const { status, headers } = response
  const Family = status < 400 ? ServerError : familyOf(status)
  const place = new URL(outgoing.url).origin
  return new Family({
    code: 'RESPONSE_INVALID',
    message: `${place} answered ${status} without an error object: it may not be a skillpass service.`,
    status,
    requestId: response.requestId,
    retryable: status >= 500,
    retryAfter: retryAfterSeconds(headers.get('retry-after'), settings.time.now()),
    idempotencyKey: outgoing.idempotencyKey,
    response,
  })
}

function errorObject(
  text: string,
): { code: string; message: string; fields: Record<string, unknown> } | null {
  const whole = parsed(text)
  const fields = isRecord(whole) ? whole['error'] : null
  if (!isRecord(fields)) return null
  const { code, message } = fields
  return typeof code === 'string' && typeof message === 'string' ? { code, message, fields } : null
}

/** The JSON value of a text, undefined when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function aborted(outgoing: Outgoing): AbortedError {
  const { idempotencyKey } = outgoing
  return new AbortedError({ code: 'ABORTED', message: 'The call was aborted.', idempotencyKey })
}

function tooLate(outgoing: Outgoing, ms: number): TimeoutError {
  const { idempotencyKey } = outgoing
  const message = `No answer from ${new URL(outgoing.url).origin} within ${ms / 1_000} s.`
  return new TimeoutError({ code: 'TIMEOUT', message, retryable: true, idempotencyKey })
}

function unreachable(settings: Settings, outgoing: Outgoing, cause: unknown): SkillpassError {
  if (cause instanceof SkillpassError) return cause
  const reason = systemCode(cause)
  const { origin } = new URL(outgoing.url)
  const why =
    reason === 'ECONNREFUSED' ? `nothing listens at ${origin}` : `${origin}: ${plainCause(cause, settings)}`
  return new ConnectionError({
    code: reason === 'ECONNREFUSED' ? 'CONNECTION_REFUSED' : 'CONNECTION_FAILED',
    message: `Could not reach the service: ${why}.`,
    retryable: true,
    idempotencyKey: outgoing.idempotencyKey,
    cause,
  })
}

function plainCause(cause: unknown, settings: Settings): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return maskSecrets(inner instanceof Error ? inner.message : String(inner), settings.apiKey)
}

/** `ECONNREFUSED` and the like, from the error itself or, with the global fetch, from its cause. */
function systemCode(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return systemCode(cause.cause)
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
