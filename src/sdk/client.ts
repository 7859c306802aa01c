import { Caller } from './caller.ts'
import { maskKey } from './mask.ts'
import { Operations } from './operations.gen.ts'
import { request } from './request.ts'
import type { ResponseInfo } from './response.ts'
import { invalid, settle } from './settings.ts'
import type { CallOptions, ClientOptions, Settings } from './settings.ts'

/**
 * The service as an object: `client.invites.create({ candidate_email, skill })`, `client.verify.passport(…)`.
 * Path, query and body fields go into one object; `options` is for the single call.
 */
export class Skillpass extends Operations {
  readonly #settings: Settings

  /** @throws ValidationError when an option cannot be right. */
  constructor(options: ClientOptions = {}) {
    const settings = settle(options)
    super(new Caller(settings))
    this.#settings = settings
  }

  get baseUrl(): string {
    return this.#settings.baseUrl
  }

  /** Any route by method and path, the query in the path, with the same retries and errors as the operations. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<ResponseInfo> {
    if (!/^\/(?!\/)/.test(path))
      throw invalid('path', `The path must start with one "/", "${path}" does not.`)
    const target = { path, body: body === undefined ? undefined : JSON.stringify(body) }
    return request(this.#settings, method.toUpperCase(), target, options)
  }

  /** What logs and debuggers see of a client: never its key. */
  toJSON(): Record<string, unknown> {
    const { apiKey, baseUrl } = this.#settings
    return { baseUrl, apiKey: apiKey === undefined ? null : maskKey(apiKey) }
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Skillpass ${JSON.stringify(this)}`
  }
}
