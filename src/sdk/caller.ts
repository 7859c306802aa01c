import { target } from './address.ts'
import type { Endpoint } from './address.ts'
import { ServerError } from './errors.ts'
import type { Answered } from './attempt.ts'
import { Page, walk } from './pages.ts'
import type { PageShape } from './pages.ts'
import { request } from './request.ts'
import type { CallOptions, Settings, StreamOptions } from './settings.ts'
import { follow } from './streams.ts'
import type { Stream } from './streams.ts'

/** What an answer says about itself. */
export interface ResponseInfo {
  readonly status: number
  /** Every header, rate limits included. */
  readonly headers: { get(name: string): string | null }
  readonly requestId: string | null
  /** The key a write went out with. */
  readonly idempotencyKey: string | null
}

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
    const next = async (cursor: string) => (await this.#page<T>(endpoint, { ...input, cursor }, options)).data
    return { data: new Page(data, next), response }
  }

  async #fetch<T>(endpoint: Endpoint, input: object, options: CallOptions): Promise<Full<T>> {
    const answer = await request(this.#settings, endpoint.method, target(endpoint, input), options)
    const { status, headers, requestId, idempotencyKey } = answer
    return { data: dataOf<T>(answer), response: { status, headers, requestId, idempotencyKey } }
  }
}

/** The service checks its answers against its contract before it sends them: here they only have to be JSON. */
function dataOf<T>(answer: Answered): T {
  try {
    return JSON.parse(answer.text)
  } catch (cause) {
    throw new ServerError({
      code: 'RESPONSE_INVALID',
      message: `The service answered ${answer.status} with something that is not JSON.`,
      status: answer.status,
      requestId: answer.requestId,
      idempotencyKey: answer.idempotencyKey,
      cause,
    })
  }
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
