import { setImmediate as pause } from 'node:timers/promises'

/** How long turns may follow one another before the event loop gets its own. */
const STRETCH_MS = 8

/** One at a time, in the order of asking. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #since = 0

  async take<A>(work: () => Promise<A>): Promise<A> {
    const before = this.#last
    const { promise, resolve } = ending()
    this.#last = promise
    if (this.#waiting++ === 0) this.#since = performance.now()
    try {
      await before
      await this.#breathe()
      return await work()
    } finally {
      this.#waiting -= 1
      resolve()
    }
  }

  /** Turns hand over within microtasks, which would keep sockets and timers waiting for as long as the queue is. */
  async #breathe(): Promise<void> {
    if (performance.now() - this.#since < STRETCH_MS) return
    await pause()
    this.#since = performance.now()
  }
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function ending(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
