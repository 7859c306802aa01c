import { target } from './address.ts'
import type { Endpoint } from './address.ts'
import { ServerError } from './errors.ts'
import { Page, walk } from './pages.ts'
import type { PageShape } from './pages.ts'
import { request } from './request.ts'
import type { ResponseInfo } from './response.ts'
import type { CallOptions, Settings, StreamOptions } from './settings.ts'
import { follow } from './streams.ts'
import type { Stream } from './streams.ts'

/** A promise of the answer, which also gives its status and headers. */
export interface Reply<T> extends Promise<T> {
  withResponse(): Promise<Full<T>>
}

export interface Full<T> {
  readonly data: T
  readonly response: ResponseInfo
}

/** Awaited: the first page. Iterated: every item of every page. */
export interface Listing<T> extends Reply<Page<T>>, AsyncIterable<T> {}

/** Carries calls of operations out. */
export class Caller {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  one<T>(endpoint: Endpoint, input: object = {}, options: CallOptions = {}): Reply<T> {
    return reply(this.#fetch<T>(endpoint, input, options))
  }

  list<T>(endpoint: Endpoint, input: object = {}, options: CallOptions = {}): Listing<T> {
    const first = reply(this.#page<T>(endpoint, input, options))
    return Object.assign(first, { [Symbol.asyncIterator]: () => walk(first) })
  }

  stream<T>(endpoint: Endpoint, input: object = {}, options: StreamOptions = {}): Stream<T> {
    return follow<T>(this.#settings, target(endpoint, input), options, endpoint.resumes === true)
  }

  async #page<T>(endpoint: Endpoint, input: object, options: CallOptions): Promise<Full<Page<T>>> {
    const { data, response } = await this.#fetch<PageShape<T>>(endpoint, input, options)
    if (!Array.isArray(data.data)) throw strange(response, 'something that is no page of a list')
    const next = async (cursor: string) => (await this.#page<T>(endpoint, { ...input, cursor }, options)).data
    return { data: new Page(data, next, { ...response, cursor: cursorIn(input) }), response }
  }

  async #fetch<T>(endpoint: Endpoint, input: object, options: CallOptions): Promise<Full<T>> {
    const response = await request(this.#settings, endpoint.method, target(endpoint, input), options)
    return { data: dataOf<T>(response), response }
  }
}

/** The service checks its answers against its contract before it sends them: here they only have to be an object. */
function dataOf<T>(response: ResponseInfo): T {
  const data = json(response)
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as T
  throw strange(response, 'JSON that is no object')
}

function json(response: ResponseInfo): unknown {
  try {
    return JSON.parse(response.text)
  } catch (cause) {
    throw strange(response, 'something that is not JSON', cause)
  }
}

function strange(response: ResponseInfo, what: string, cause?: unknown): ServerError {
  const { status, requestId, idempotencyKey } = response
  const message = `The service answered ${status} with ${what}.`
  return new ServerError({
    code: 'RESPONSE_INVALID',
    message,
    status,
    requestId,
    idempotencyKey,
    response,
    cause,
  })
}

function cursorIn(input: object): string | null {
  return 'cursor' in input && typeof input.cursor === 'string' ? input.cursor : null
}

function reply<T>(whole: Promise<Full<T>>): Reply<T> {
  const data = whole.then((full) => full.data)
  const withResponse = () => {
    // Whoever asks for the whole handles its failure there; the plain promise is then nobody's.
    data.catch(() => {})
    return whole
  }
  return Object.assign(data, { withResponse })
}
