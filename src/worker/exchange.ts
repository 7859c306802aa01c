import { StringDecoder } from 'node:string_decoder'
import type { Dispatcher } from 'undici'

export interface Post {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** There was or would have been more of the body. */
  readonly truncated: boolean
}

export type Ending =
  /** The answer is there, at least as much of it as is kept. */
  | { readonly kind: 'answered' }
  | { readonly kind: 'too_slow'; readonly connected: boolean }
  | { readonly kind: 'broken'; readonly connected: boolean; readonly error: Error }

export interface Exchanged {
  readonly ending: Ending
  /** As far as it came. */
  readonly answer: Answer | null
}

export interface Patience {
  readonly connectMs: number
  readonly totalMs: number
}

const keptBytes = 64 * 1024

/** One POST and its answer, however it ends. The connection of a request that was given up is dropped. */
export async function exchange(pool: Dispatcher, post: Post, patience: Patience): Promise<Exchanged> {
  return await new Promise((resolve) => {
    const { url, headers, body } = post
    const request = { method: 'POST', path: `${url.pathname}${url.search}`, headers, body }
    pool.dispatch(request, new Exchange(patience, resolve))
  })
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (exchanged: Exchanged) => void
  readonly #timers: readonly NodeJS.Timeout[]
  #controller: Dispatcher.DispatchController | null = null
  #head: Pick<Answer, 'status' | 'headers'> | null = null
  #chunks: Buffer[] = []
  #bytes = 0
  #ended = false

  constructor({ connectMs, totalMs }: Patience, resolve: (exchanged: Exchanged) => void) {
    this.#resolve = resolve
    this.#timers = [
      setTimeout(() => this.#giveUpUnlessConnected(), connectMs),
      setTimeout(() => this.#giveUp(), totalMs),
    ]
  }

  /** The connection stands and the request is about to be written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#ended) this.#drop()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Below 200 stand words ahead of the answer, such as 103 Early Hints.
    if (status >= 200) this.#head = { status, headers: joined(headers) }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, keptBytes - this.#bytes))
    this.#bytes += chunk.length
    if (this.#bytes <= keptBytes) return
    this.#end({ kind: 'answered' }, true)
    this.#drop()
  }

  onResponseEnd(): void {
    this.#end({ kind: 'answered' }, false)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end({ kind: 'broken', connected: this.#controller !== null, error }, true)
  }

  #giveUpUnlessConnected(): void {
    if (this.#controller === null) this.#giveUp()
  }

  #giveUp(): void {
    this.#end({ kind: 'too_slow', connected: this.#controller !== null }, true)
    this.#drop()
  }

  #drop(): void {
    this.#controller?.abort(new Error('No more of the answer is wanted'))
  }

  /** The first ending counts: dropping the connection reports an error of its own. */
  #end(ending: Ending, truncated: boolean): void {
    if (this.#ended) return
    this.#ended = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#resolve({ ending, answer: this.#answer(truncated) })
  }

  #answer(truncated: boolean): Answer | null {
    return this.#head && { ...this.#head, body: textOf(this.#chunks, truncated), truncated }
  }
}

/** A character that was cut in the middle is left out. */
function textOf(chunks: readonly Buffer[], truncated: boolean): string {
  const bytes = Buffer.concat(chunks)
  return truncated ? new StringDecoder('utf8').write(bytes) : bytes.toString('utf8')
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return plain
}
