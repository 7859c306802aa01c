import type { Pool } from './pool.ts'

const PROBE_MS = 500

/** Whether the database takes writes, as far as the last one told; while it does not, asks again and again. */
export class Health {
  readonly #side: Pool
  #writable = true
  #closed = false
  #timer: NodeJS.Timeout | null = null

  constructor(side: Pool) {
    this.#side = side
  }

  get writable(): boolean {
    return this.#writable
  }

  wrote(): void {
    this.#writable = true
  }

  refused(): void {
    this.#writable = false
    if (this.#timer !== null || this.#closed) return
    this.#timer = setTimeout(() => void this.#probe(), PROBE_MS).unref()
  }

  close(): void {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  async #probe(): Promise<void> {
    try {
      const connection = await this.#side.acquire()
      try {
        await connection.run('update skillpass_probe set written = written + 1')
        this.#writable = true
      } finally {
        this.#side.release(connection)
      }
    } catch {
      // Still not: that is what the next probe is for.
    }
    this.#timer = null
    if (!this.#writable) this.refused()
  }
}
