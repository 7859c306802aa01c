import { ServerError } from './errors.ts'
import type { ResponseInfo } from './response.ts'

/** A page as the service sends it. */
export interface PageShape<T> {
  readonly object: 'list'
  readonly data: T[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

/** Where a page came from. */
export interface PageOrigin extends ResponseInfo {
  /** The cursor that was asked with, null for the first page. */
  readonly cursor: string | null
}

/** One page of a list. Iterating goes on through the pages after it. */
export class Page<T> implements PageShape<T>, AsyncIterable<T> {
  readonly object = 'list'
  readonly data: T[]
  readonly has_more: boolean
  readonly next_cursor: string | null
  readonly #fetchNext: (cursor: string) => Promise<Page<T>>
  readonly #origin: PageOrigin

  constructor(shape: PageShape<T>, fetchNext: (cursor: string) => Promise<Page<T>>, origin: PageOrigin) {
    this.data = shape.data
    this.has_more = shape.has_more
    this.next_cursor = shape.next_cursor ?? null
    this.#fetchNext = fetchNext
    this.#origin = origin
  }

  get origin(): PageOrigin {
    return this.#origin
  }

  /** The page after this one, null after the last. */
  async nextPage(): Promise<Page<T> | null> {
    if (this.next_cursor !== null) return this.#fetchNext(this.next_cursor)
    if (this.has_more) throw lost(this.#origin)
    return null
  }

  [Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    return walk(this)
  }
}

/** Every item from this page on. A cursor that comes twice would go round for ever: it is raised instead. */
export async function* walk<T>(first: Page<T> | Promise<Page<T>>): AsyncGenerator<T, void, void> {
  const seen = new Set<string | null>()
  for (let page: Page<T> | null = await first; page !== null; page = await page.nextPage()) {
    yield* page.data
    seen.add(page.origin.cursor)
    if (page.next_cursor !== null && seen.has(page.next_cursor)) throw repeated(page.origin)
  }
}

function repeated(response: ResponseInfo): ServerError {
  const message = 'The service sent the same cursor twice: the list would never end.'
  const { status, requestId } = response
  return new ServerError({ code: 'CURSOR_REPEATED', message, status, requestId, response })
}

function lost(response: ResponseInfo): ServerError {
  const message = 'The service says that there is more, but not where: the list would end too early.'
  const { status, requestId } = response
  return new ServerError({ code: 'RESPONSE_INVALID', message, status, requestId, response })
}
