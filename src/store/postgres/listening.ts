import { Connection } from './connection.ts'
import { codeOf, kindOf } from './failures.ts'

const POLL_MS = 500
const POLL_ALONE_MS = 250

export interface ListeningOptions {
  readonly url: string
  readonly channel: string
  /** false: notifications cannot arrive, as through a connection pooler. */
  readonly possible: boolean
  readonly wanted: () => boolean
  readonly look: () => void
  readonly onNotice: (notice: { readonly message: string }) => void
}

/** Says when to look for messages: when the database notifies, and by a timer for what a lost connection missed. */
export class Listening {
  readonly #options: ListeningOptions
  #connection: Connection | null = null
  #possible: boolean
  #timer: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: ListeningOptions) {
    this.#options = options
    this.#possible = options.possible
  }

  /** Once there is somebody to listen for. */
  start(): void {
    if (this.#timer === null && !this.#closed) this.#tick()
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#connection?.end()
  }

  #tick(): void {
    if (this.#closed) return
    const { wanted, look } = this.#options
    if (wanted()) {
      if (this.#possible && this.#connection === null) void this.#connect()
      look()
    }
    this.#timer = setTimeout(() => this.#tick(), this.#possible ? POLL_MS : POLL_ALONE_MS).unref()
  }

  async #connect(): Promise<void> {
    const { url, channel, look, onNotice } = this.#options
    const connection = new Connection({
      url,
      settings: { application_name: 'skillpass' },
      onNotify: look,
      onLost: () => {
        this.#connection = null
      },
    })
    this.#connection = connection
    try {
      await connection.run(`listen "${channel}"`)
      look()
    } catch (error) {
      // Out of reach, it is tried again with the next tick.
      if (codeOf(error) === null || kindOf(error) !== 'fault') return
      this.#possible = false
      await connection.end()
      onNotice({
        message: 'The database does not notify: processes hear of each other by asking, every 250 ms.',
      })
    }
  }
}
