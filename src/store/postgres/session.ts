import type { Connection, Rows, Value } from './connection.ts'
import { ConnectionLost, kindOf } from './failures.ts'
import type { Pool } from './pool.ts'

/** So many statements may be on their way unanswered. */
const UNANSWERED_LIMIT = 128

export interface Failure {
  readonly error: unknown
  /** Which row it was about; empty: none. */
  readonly about: string
  /** COMMIT was sent and no answer came: nobody knows whether it happened. */
  readonly outcomeUnknown: boolean
}

/**
 * One transaction on the wire. It takes a connection with its first statement, which travels together with BEGIN;
 * writes travel without waiting for an answer, the last of them together with COMMIT.
 */
export class Session {
  readonly #pool: Pool
  readonly #begin: string | null
  #connection: Promise<Connection> | null = null
  #unanswered: Promise<void>[] = []
  #failure: Failure | null = null

  /** Without `begin` every statement stands for itself. */
  constructor(pool: Pool, begin: string | null) {
    this.#pool = pool
    this.#begin = begin
  }

  /** What went wrong first, so far. */
  get failure(): Failure | null {
    return this.#failure
  }

  async ask(text: string, values: readonly Value[] = []): Promise<Rows> {
    try {
      return (await this.#send(text, values)).rows
    } catch (error) {
      this.#fail(error)
      throw error
    }
  }

  /** Sends a statement; whether it went well is known with a later answer, at the latest with that of COMMIT. */
  async tell(text: string, values: readonly Value[] = [], about = ''): Promise<void> {
    if (this.#failure !== null) throw this.#failure.error
    this.#unanswered.push(
      this.#send(text, values).then(
        () => undefined,
        (error: unknown) => this.#fail(error, about),
      ),
    )
    if (this.#unanswered.length < UNANSWERED_LIMIT) return
    await Promise.all(this.#unanswered.splice(0))
  }

  async commit(): Promise<Failure | null> {
    if (this.#connection === null) return null
    const refusal = await this.#send('commit', []).then(
      ({ command }) => (command === 'COMMIT' ? null : new Error(`COMMIT was answered with ${command}.`)),
      (error: unknown) => error,
    )
    await Promise.all(this.#unanswered)
    void this.#release()
    if (refusal === null || this.#refusedBefore()) return this.#failure
    this.#fail(refusal)
    const { error, about } = this.#failure ?? { error: refusal, about: '' }
    return { error, about, outcomeUnknown: kindOf(refusal) === 'lost' }
  }

  /** Of what was only read nothing can fail any more: nobody waits for the answer. */
  finish(): Failure | null {
    this.#endWith('commit')
    return this.#failure
  }

  rollback(): void {
    this.#endWith('rollback')
  }

  #endWith(statement: 'commit' | 'rollback'): void {
    if (this.#connection === null) return
    if (this.#begin !== null) this.#send(statement, []).catch(() => undefined)
    void this.#release()
  }

  async #send(text: string, values: readonly Value[]) {
    this.#connection ??= this.#start()
    const connection = await this.#connection
    return connection.run(text, values)
  }

  async #start(): Promise<Connection> {
    const connection = await this.#pool.acquire()
    if (this.#begin !== null) connection.run(this.#begin).catch((error: unknown) => this.#fail(error))
    return connection
  }

  /** Behind everything that was sent. */
  async #release(): Promise<void> {
    try {
      const connection = await this.#connection
      if (connection !== null) this.#pool.release(connection)
    } catch {
      // There never was one.
    }
  }

  /** The server itself said no to a statement: COMMIT found nothing to commit, whatever became of its answer. */
  #refusedBefore(): boolean {
    return this.#failure !== null && !(this.#failure.error instanceof ConnectionLost)
  }

  #fail(error: unknown, about = ''): void {
    this.#failure ??= { error, about, outcomeUnknown: false }
  }
}
