import postgres from 'postgres'
import { ConnectionLost } from './failures.ts'
import { Dial, type Hosts } from './socket.ts'

export type Value = string | number | null

export type Rows = readonly Readonly<Record<string, unknown>>[]

export interface Answer {
  readonly rows: Rows
  /** What the server says it did: `COMMIT` may be answered with `ROLLBACK`. */
  readonly command: string
}

export interface ConnectionOptions {
  readonly url: string
  /** Settings of the session, sent with its start. */
  readonly settings: Readonly<Record<string, string>>
  readonly onLost?: (connection: Connection) => void
  readonly onNotify?: (channel: string) => void
}

const CONNECT_TIMEOUT_S = 10

/**
 * One connection, and never another in its place: when it is lost everything that waits on it fails, and so does
 * all that is asked of it later. Statements may be sent before earlier ones were answered; they run in order.
 */
export class Connection {
  readonly born = performance.now()
  readonly #sql: postgres.Sql
  readonly #dial = new Dial(CONNECT_TIMEOUT_S * 1_000)
  readonly #waiting = new Set<(error: ConnectionLost) => void>()
  readonly #onLost: ((connection: Connection) => void) | undefined
  #established = false
  #lost: ConnectionLost | null = null
  #waitsSince = 0

  constructor({ url, settings, onLost, onNotify }: ConnectionOptions) {
    this.#onLost = onLost
    const options = {
      max: 1,
      connect_timeout: CONNECT_TIMEOUT_S,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      connection: { ...settings },
      onnotice: () => undefined,
      onnotify: (channel: string) => onNotify?.(channel),
      onclose: () => this.#lose(null),
      socket: async (hosts: Hosts) => this.#dial.open(hosts),
    }
    this.#sql = postgres(url, options)
  }

  get lost(): boolean {
    return this.#lost !== null
  }

  /** For how long it has been waiting for an answer, milliseconds. */
  get waitsFor(): number {
    return this.#waiting.size === 0 ? 0 : performance.now() - this.#waitsSince
  }

  /** @throws ConnectionLost, or what the server answers */
  async run(text: string, values: readonly Value[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== null) return reject(this.#lost)
      if (this.#waiting.size === 0) this.#waitsSince = performance.now()
      this.#waiting.add(reject)
      this.#sql.unsafe(text, [...values], { prepare: true }).then(
        (result) => {
          this.#settled(reject)
          return resolve({ rows: result, command: result.command })
        },
        (error: unknown) => {
          this.#settled(reject)
          reject(this.#failed(error))
        },
      )
    })
  }

  async end(): Promise<void> {
    await this.#sql.end({ timeout: 1 })
  }

  /** Without a word to the server, which may be gone. */
  kill(): void {
    this.#dial.hangUp()
    this.#lose(new Error('The database did not answer.'))
  }

  #settled(reject: (error: ConnectionLost) => void): void {
    this.#waiting.delete(reject)
    this.#waitsSince = performance.now()
    if (this.#established) return
    this.#established = true
    this.#dial.spend()
  }

  /** A refusal by a living server is handed on; everything else was the end of the connection. */
  #failed(error: unknown): unknown {
    if (!(error instanceof postgres.PostgresError)) return this.#lose(error)
    if (error.severity === 'FATAL' || error.severity === 'PANIC') this.#lose(error)
    return error
  }

  #lose(cause: unknown): ConnectionLost {
    if (this.#lost !== null) return this.#lost
    const lost = new ConnectionLost(this.#established, cause)
    this.#lost = lost
    this.#dial.hangUp()
    for (const reject of this.#waiting) reject(lost)
    this.#waiting.clear()
    this.#onLost?.(this)
    return lost
  }
}
