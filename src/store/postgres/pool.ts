import { Connection, type ConnectionOptions } from './connection.ts'
import { PoolExhausted } from './failures.ts'

/** So long may a transaction wait for a connection. */
const WAIT_MS = 10_000
/** Without an answer for so long, the server is gone without a word: statements end long before. */
const SILENCE_MS = 75_000
const WATCH_MS = 5_000
/** Now and then a new one, so that load spreads over what stands behind one address. */
const LIFETIME_MS = 45 * 60_000

interface Waiter {
  readonly give: (connection: Connection) => void
  readonly fail: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** A bounded number of connections, each opened when it is needed. */
export class Pool {
  readonly #options: ConnectionOptions
  readonly #size: number
  readonly #all = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #waiting: Waiter[] = []
  readonly #watch: NodeJS.Timeout
  #ended = false

  constructor(options: Omit<ConnectionOptions, 'onLost'>, size: number) {
    this.#options = { ...options, onLost: (connection) => this.#forget(connection) }
    this.#size = size
    this.#watch = setInterval(() => this.#killSilent(), WATCH_MS).unref()
  }

  /** @throws PoolExhausted */
  async acquire(): Promise<Connection> {
    if (this.#ended) throw new PoolExhausted('The store is closed.')
    const connection = this.#idle.pop() ?? this.#another()
    if (connection !== null) return connection
    return new Promise((give, fail) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        fail(new PoolExhausted('All connections to the database are in use.'))
      }, WAIT_MS)
      const waiter: Waiter = { give, fail, timer }
      this.#waiting.push(waiter)
    })
  }

  /** What was sent on it need not be answered yet: the next one's statements stand behind. */
  release(connection: Connection): void {
    if (!this.#all.has(connection)) return
    if (performance.now() - connection.born > LIFETIME_MS) {
      this.#forget(connection)
      connection.end().catch(() => connection.kill())
      return
    }
    const waiter = this.#waiting.shift()
    if (waiter === undefined) this.#idle.push(connection)
    else served(waiter, connection)
  }

  /** For ever: a connection that came later would keep the process alive. */
  async end(): Promise<void> {
    this.#ended = true
    clearInterval(this.#watch)
    for (const waiter of this.#waiting.splice(0)) {
      clearTimeout(waiter.timer)
      waiter.fail(new PoolExhausted('The store is closed.'))
    }
    await Promise.all(Array.from(this.#all, async (connection) => connection.end()))
  }

  #another(): Connection | null {
    if (this.#all.size >= this.#size) return null
    const connection = new Connection(this.#options)
    this.#all.add(connection)
    return connection
  }

  #forget(connection: Connection): void {
    if (!this.#all.delete(connection)) return
    const at = this.#idle.indexOf(connection)
    if (at !== -1) this.#idle.splice(at, 1)
    const waiter = this.#waiting.shift()
    if (waiter === undefined) return
    const next = this.#another()
    if (next === null) this.#waiting.unshift(waiter)
    else served(waiter, next)
  }

  #killSilent(): void {
    for (const connection of this.#all) if (connection.waitsFor > SILENCE_MS) connection.kill()
  }
}

function served({ give, timer }: Waiter, connection: Connection): void {
  clearTimeout(timer)
  give(connection)
}
