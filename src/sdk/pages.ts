import { ServerError } from './errors.ts'

/** A page as the service sends it. */
export interface PageShape<T> {
  readonly object: 'list'
  readonly data: T[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

/** One page of a list. Iterating goes on through the pages after it. */
export class Page<T> implements PageShape<T>, AsyncIterable<T> {
  readonly object = 'list'
  readonly data: T[]
  readonly has_more: boolean
  readonly next_cursor: string | null
  readonly #fetchNext: (cursor: string) => Promise<Page<T>>

  constructor(shape: PageShape<T>, fetchNext: (cursor: string) => Promise<Page<T>>) {
    this.data = shape.data
    this.has_more = shape.has_more
    this.next_cursor = shape.next_cursor
    this.#fetchNext = fetchNext
  }

  /** The page after this one, null after the last. */
  async nextPage(): Promise<Page<T> | null> {
    return this.next_cursor === null ? null : this.#fetchNext(this.next_cursor)
  }

  [Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    return walk(this)
  }
}

/** Every item from this page on. A cursor that comes twice would go round for ever: it is raised instead. */
export async function* walk<T>(first: Page<T> | Promise<Page<T>>): AsyncGenerator<T, void, void> {
  const seen = new Set<string>()
  for (let page: Page<T> | null = await first; page !== null; page = await page.nextPage()) {
    yield* page.data
    if (page.next_cursor === null) return
    if (seen.has(page.next_cursor)) throw repeated()
    seen.add(page.next_cursor)
  }
}

function repeated(): ServerError {
  return new ServerError({
    code: 'CURSOR_REPEATED',
    message: 'The service sent the same cursor twice: the list would never end.',
  })
}
