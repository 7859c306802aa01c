import type { Target } from './address.ts'
import { ConnectionError, ServerError } from './errors.ts'
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

/** What a stream needs to be opened, and opened again. */
interface Course {
  readonly settings: Settings
  readonly target: Target
  readonly options: StreamOptions
  readonly resumes: boolean
  /** The last message that came. */
  last: string | null
}

/**
 * The messages of a stream, for ever: a connection that ends, breaks or falls silent is opened again, where the row
 * can, after the last message. Only a refusal ends it, or a first connection that cannot be made.
 */
export async function* follow<T>(
  settings: Settings,
  target: Target,
  options: StreamOptions,
  resumes: boolean,
): Stream<T> {
  const last = options.lastEventId ?? null
  const course: Course = { settings: settleCall(settings, options), target, options, resumes, last }
  let connection = await first(course)
  for (;;) {
    options.onConnection?.({ open: true })
    const error = yield* messages<T>(connection, course)
    options.onConnection?.({ open: false, error })
    connection = await again(course)
  }
}

/** Until the connection is lost; answers how. */
async function* messages<T>(
  connection: Connection,
  course: Course,
): AsyncGenerator<StreamMessage<T>, ConnectionError, void> {
  try {
    for await (const { id, event, data } of messagesOf(connection.bytes())) {
      course.last = id ?? course.last
      yield { id, event, data: dataOf<T>(data) }
    }
    return ended()
  } catch (error) {
    if (error instanceof ConnectionError) return error
    throw error
  }
}

async function first(course: Course): Promise<Connection> {
  const { time, maxRetries } = course.settings
  for (let retry = 0; ; retry++) {
    const opened = await dial(course)
    if (!('error' in opened)) return opened
    const pause = retry < maxRetries ? pauseBefore(retry, opened, time.random) : null
    if (pause === null) throw opened.error
    await time.sleep(pause, course.options.signal)
  }
}

async function again(course: Course): Promise<Connection> {
  const { time } = course.settings
  for (let retry = 0; ; retry++) {
    await time.sleep(pauseOf(retry, time.random), course.options.signal)
    const opened = await dial(course)
    if (!('error' in opened)) return opened
    if (!isPassing(opened)) throw opened.error
  }
}

function dial({ settings, target, options, resumes, last }: Course): Promise<Connection | Failure> {
  const resume = resumes && last !== null ? { 'last-event-id': last } : {}
  const headers = { accept: 'text/event-stream', ...resume, ...options.headers }
  const outgoing = outgoingOf(settings, 'GET', target, { ...options, headers })
  return open(settings, outgoing, { silenceMs: options.silence ?? defaultSilenceMs, signal: options.signal })
}

function pauseOf(retry: number, random: () => number): number {
  return Math.min(longestPauseMs, 250 * 2 ** Math.min(retry, 10)) * (0.75 + 0.25 * random())
}

/** Worth another try, however long it lasts: whoever waits for a stream waits for the service too. */
function isPassing(failure: Failure): boolean {
  return failure.error instanceof ConnectionError || worthRetrying(failure)
}

function ended(): ConnectionError {
  const message = 'The service ended the stream.'
  return new ConnectionError({ code: 'CONNECTION_FAILED', message, retryable: true })
}

function dataOf<T>(text: string): T {
  const data = json(text)
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as T
  const message = 'The stream carried a message that is no JSON object.'
  throw new ServerError({ code: 'RESPONSE_INVALID', message })
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
