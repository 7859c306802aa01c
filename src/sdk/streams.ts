import type { Target } from './address.ts'
import { ConnectionError, ServerError } from './errors.ts'
import type { SkillpassError } from './errors.ts'
import { outgoingOf } from './request.ts'
import { pauseBefore, worthRetrying } from './retry.ts'
import type { Failure } from './retry.ts'
import { settleCall } from './settings.ts'
import type { Settings, StreamOptions } from './settings.ts'
import { messagesOf } from './sse.ts'
import { open } from './stream-connection.ts'
import type { Connection } from './stream-connection.ts'

/** One message of a stream. */
export interface StreamMessage<T> {
  /** To go on after it later: `lastEventId`. Null where the stream has no ids. */
  readonly id: string | null
  /** What kind of message it is: the event type, `log`, `delivery`. */
  readonly event: string
  readonly data: T
}

/** Messages as they come; ends with `break`, or when the signal aborts. */
export type Stream<T> = AsyncGenerator<StreamMessage<T>, void, void>

const defaultSilenceMs = 40_000
const longestPauseMs = 5_000

/**
 * The messages of a stream, for ever: a connection that ends, breaks or falls silent is opened again, where the row
 * can, after the last message. Only a refusal ends it, or a first connection that cannot be made.
 */
export async function* follow<T>(
  given: Settings,
  target: Target,
  options: StreamOptions,
  resumes: boolean,
): Stream<T> {
  const settings = settleCall(given, options)
  let last = options.lastEventId ?? null
  let connection = await first(settings, outgoing())
  for (;;) {
    options.onConnection?.({ open: true })
    const lost = yield* messages(connection)
    options.onConnection?.({ open: false, error: lost })
    connection = await again(settings)
  }

  function outgoing() {
    const resume = resumes && last !== null ? { 'last-event-id': last } : {}
    const headers = { accept: 'text/event-stream', ...resume, ...options.headers }
    return outgoingOf(settings, 'GET', target, { ...options, headers })
  }

  /** Until the connection is lost; answers how. */
  async function* messages(open: Connection): AsyncGenerator<StreamMessage<T>, SkillpassError, void> {
    try {
      for await (const message of messagesOf(open.bytes())) {
        last = message.id ?? last
        yield { id: message.id, event: message.event, data: dataOf<T>(message.data) }
      }
      return ended()
    } catch (error) {
      if (error instanceof ConnectionError) return error
      throw error
    }
  }

  async function first(settings: Settings, sent: ReturnType<typeof outgoing>): Promise<Connection> {
    for (let retry = 0; ; retry++) {
      const opened = await open(settings, sent, patience())
      if (!('error' in opened)) return opened
      const pause = retry < settings.maxRetries ? pauseBefore(retry, opened, settings.time.random) : null
      if (pause === null) throw opened.error
      await settings.time.sleep(pause, options.signal)
    }
  }

  async function again(settings: Settings): Promise<Connection> {
    for (let retry = 0; ; retry++) {
      await settings.time.sleep(pauseOf(retry, settings.time.random), options.signal)
      const opened = await open(settings, outgoing(), patience())
      if (!('error' in opened)) return opened
      if (!isPassing(opened)) throw opened.error
    }
  }

  function patience() {
    return { silenceMs: options.silence ?? defaultSilenceMs, signal: options.signal }
  }
}

function pauseOf(retry: number, random: () => number): number {
  return Math.min(longestPauseMs, 250 * 2 ** Math.min(retry, 10)) * (0.75 + 0.25 * random())
}

/** Worth another try however long it lasts: whoever waits for a stream waits for the service too. */
function isPassing(failure: Failure): boolean {
  return failure.error instanceof ConnectionError || worthRetrying(failure)
}

function ended(): ConnectionError {
  const message = 'The service ended the stream.'
  return new ConnectionError({ code: 'CONNECTION_FAILED', message, retryable: true })
}

function dataOf<T>(text: string): T {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = 'The stream carried a message that is not JSON.'
    throw new ServerError({ code: 'RESPONSE_INVALID', message, cause })
  }
}
