import { redactBody, redactHeaders, redactText } from '../core/redact.ts'
import type { Fetch, FetchInit, FetchResponse } from '../sdk/settings.ts'
import { maskSecrets } from '../sdk/mask.ts'
import { clean } from './clean.ts'
import type { ListedFetch, ListedResponse } from './fetch.ts'
import type { Io } from './io.ts'

export interface DebugParts {
  readonly io: Io
  now(): number
  /** Never shown, whatever it looks like. */
  readonly apiKey: string | undefined
}

interface Call {
  tries: number
  endedAt: number
}

const longestLine = 4_096

/** Every request and its answer on stderr, secrets left out. */
export function debugged(inner: ListedFetch, parts: DebugParts): Fetch {
  // The client makes the headers once a call and sends the same object on every try.
  const calls = new WeakMap<FetchInit['headers'], Call>()
  return async (url, init) => {
    const call = calls.get(init.headers) ?? { tries: 0, endedAt: 0 }
    calls.set(init.headers, call)
    const log = logger(parts)
    await log(requestLines(url, init, call, parts.now()))
    call.tries++
    const startedAt = parts.now()
    const ended = () => ms((call.endedAt = parts.now()) - startedAt)
    try {
      const response = await inner(url, init)
      await log([`← ${response.status} in ${ended()}${requestId(response)}`, ...headerLines(response.list)])
      return read(response, log, ended)
    } catch (error) {
      await log([`✗ after ${ended()}: ${error instanceof Error ? error.message : String(error)}`])
      throw error
    }
  }
}

type Log = (lines: readonly string[]) => Promise<void>

/** A reader of stderr that went away must not fail the request. */
function logger({ io, apiKey }: DebugParts): Log {
  const { paint } = io.stderr
  return async (lines) => {
    const shown = lines.map((line) => cut(clean(maskSecrets(line, apiKey))))
    const text = shown.map((line, at) => paint.faint(at === 0 ? line : `  ${line}`)).join('\n')
    await io.err(`${text}\n`).catch(() => {})
  }
}

function requestLines(url: string, init: FetchInit, { tries, endedAt }: Call, now: number): string[] {
  const again = tries === 0 ? '' : ` (try ${tries + 1}, after a pause of ${ms(now - endedAt)})`
  const headers = Object.entries(init.headers)
  return [
    `→ ${init.method} ${redactText(url)}${again}`,
    ...headerLines(headers),
    ...(init.body === undefined ? [] : [redactBody(init.body)]),
  ]
}

function headerLines(list: readonly (readonly [string, string])[]): string[] {
  return Object.entries(redactHeaders(Object.fromEntries(list))).map(([name, value]) => `${name}: ${value}`)
}

/** Only after the secrets are gone: half a secret would not be recognised. */
function cut(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine)}… (${line.length} characters)`
}

/** The same answer; its body is told when it is read, of a stream only how much came. */
function read({ status, headers, text, body }: ListedResponse, log: Log, ended: () => string): FetchResponse {
  return {
    status,
    headers,
    text: async () => {
      const whole = await text()
      await log([`← body, ${ended()}`, ...(whole === '' ? [] : [redactBody(whole)])])
      return whole
    },
    body: counted(body, log, ended),
  }
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  log: Log,
  ended: () => string,
): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0
  try {
    for await (const part of body) {
      bytes += part.length
      yield part
    }
  } finally {
    await log([`← end of the stream after ${ended()}, ${bytes} bytes`])
  }
}

function requestId({ headers }: FetchResponse): string {
  const id = headers.get('x-request-id')
  return id === null ? '' : `, ${id}`
}

function ms(span: number): string {
  return span < 1_000 ? `${span} ms` : `${(span / 1_000).toFixed(1)} s`
}
