import { failureOf, judge, send } from './attempt.ts'
import type { Outgoing } from './attempt.ts'
import { ConnectionError, ServerError } from './errors.ts'
import type { SkillpassError } from './errors.ts'
import type { Failure } from './retry.ts'
import type { FetchResponse, Settings, StreamBody } from './settings.ts'

/** One open stream: its bytes, until it ends or breaks. */
export interface Connection {
  /** @throws ConnectionError when it breaks or falls silent. */
  bytes(): AsyncGenerator<Uint8Array, void, void>
  close(): void
}

interface Patience {
  readonly silenceMs: number
  readonly signal: AbortSignal | undefined
}

/** Opens a stream; `settings.timeout` bounds the wait for its first line, and nothing bounds its life. */
export async function open(
  settings: Settings,
  outgoing: Outgoing,
  patience: Patience,
): Promise<Connection | Failure> {
  const limit = new AbortController()
  const stop = () => limit.abort()
  const timer = setTimeout(stop, settings.timeout)
  patience.signal?.addEventListener('abort', stop, { once: true })
  const close = () => {
    patience.signal?.removeEventListener('abort', stop)
    stop()
  }
  try {
    patience.signal?.throwIfAborted()
    const response = await send(settings, outgoing, limit.signal)
    const refused = await refusalOf(settings, outgoing, response)
    if (refused === null)
      return { bytes: () => watched(settings, outgoing, bytesOf(response), close, patience), close }
    close()
    return refused
  } catch (cause) {
    const timedOut = limit.signal.aborted
    close()
    return failureOf(settings, outgoing, cause, {
      signal: patience.signal,
      timedOut: timedOut ? settings.timeout : null,
    })
  } finally {
    clearTimeout(timer)
  }
}

async function refusalOf(
  settings: Settings,
  outgoing: Outgoing,
  response: FetchResponse,
): Promise<Failure | null> {
  const isOpen = response.status === 200 && isStream(response)
  const judged = isOpen ? null : judge(settings, outgoing, response, await response.text())
  if (judged === null || 'error' in judged) return judged
  const message = 'The service answered with something that is no stream.'
  const { status, requestId } = judged
  return {
    error: new ServerError({ code: 'RESPONSE_INVALID', message, status, requestId, response: judged }),
    advice: null,
  }
}

function isStream({ headers }: FetchResponse): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

/** A machine that slept, or a network that went away, sends no end: only silence tells. Time is the wall clock's. */
async function* watched(
  settings: Settings,
  outgoing: Outgoing,
  bytes: AsyncIterable<Uint8Array>,
  close: () => void,
  { silenceMs, signal }: Patience,
): AsyncGenerator<Uint8Array, void, void> {
  let heard = settings.time.now()
  let silent = false
  const watch = setInterval(
    () => {
      if (settings.time.now() - heard < silenceMs) return
      silent = true
      close()
    },
    Math.min(1_000, silenceMs / 4),
  )
  try {
    for await (const chunk of bytes) {
      // Whoever takes long over a message is not told that the service is silent.
      heard = Number.POSITIVE_INFINITY
      yield chunk
      heard = settings.time.now()
    }
  } catch (cause) {
    if (silent) throw silence(silenceMs)
    throw failureOf(settings, outgoing, cause, { signal, timedOut: null }).error
  } finally {
    clearInterval(watch)
    close()
  }
}

function silence(ms: number): SkillpassError {
  const message = `The stream was silent for ${ms / 1_000} s.`
  return new ConnectionError({ code: 'CONNECTION_FAILED', message, retryable: true })
}

async function* bytesOf({ body }: FetchResponse): AsyncGenerator<Uint8Array, void, void> {
  if (body === null || body === undefined) return
  if (isIterable(body)) yield* body
  else yield* readAll(body)
}

function isIterable(body: StreamBody): body is AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in body
}

/** Some browsers cannot iterate over a body. */
async function* readAll(
  body: Exclude<StreamBody, AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    if (value !== undefined) yield value
  }
}
