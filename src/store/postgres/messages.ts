import { randomUUID } from 'node:crypto'
import type { Rows, Value } from './connection.ts'
import { codeOf } from './failures.ts'
import { restored, stored } from './keys.ts'
import { arrayOf } from './layout.ts'
import type { Pool } from './pool.ts'

/** What is told within so many milliseconds goes together. */
const GATHER_MS = 2
const BATCH = 1_000
const SWEEP_MS = 30_000
/** A number that is missing may belong to a transaction that is not over yet; after this it never was one. */
const MISSING_MS = 5_000
const MISSING_LIMIT = 1_000

/** No such function, not supported: there is nobody to notify. */
const withoutNotify = new Set(['42883', '0A000'])

const write = 'insert into skillpass_messages (sender, message) select $1, unnest($2::text[])'
const writeAndNotify = `with sent as (${write} returning 1) select pg_notify($3, '') from (select count(*) from sent) as counted`
const latest = 'select coalesce(max(id), 0) as id from skillpass_messages'
/** With the number drawn last, whether or not there is a message. */
const read =
  'select numbers.last_value as last, news.* from skillpass_messages_id_seq as numbers left join lateral ' +
  '(select id, sender, message from skillpass_messages ' +
  `where id > $1 or id = any($2::bigint[]) order by id limit ${BATCH}) as news on true order by news.id`
const sweep = "delete from skillpass_messages where sent_at < clock_timestamp() - interval '1 minute'"

/** Messages between the processes: rows for a minute, read when a notification or a timer says so. */
export class Messages {
  readonly #pool: Pool
  readonly #channel: string
  readonly #sender = randomUUID()
  readonly #listeners = new Set<(message: string) => void>()
  readonly #sweeping: NodeJS.Timeout
  #outgoing: string[] = []
  #sending: Promise<void> | null = null
  #notifies = true
  /** null: to be found out; what was told before is not heard. */
  #high: number | null = null
  readonly #missing = new Map<number, number>()
  #reading: Promise<void> | null = null
  #again = false

  constructor(pool: Pool, channel: string) {
    this.#pool = pool
    this.#channel = channel
    this.#sweeping = setInterval(() => void this.#run(sweep).catch(() => undefined), SWEEP_MS).unref()
  }

  get heard(): boolean {
    return this.#listeners.size > 0
  }

  tell(message: string): void {
    this.#outgoing.push(message)
    this.#sending ??= this.#send()
  }

  hear(listen: (message: string) => void): () => void {
    // A function may listen twice and stop once.
    const listener = (message: string): void => listen(message)
    this.#listeners.add(listener)
    void this.look()
    return () => void this.#listeners.delete(listener)
  }

  /** Reads what is new. Asked while it reads, it reads once more. */
  async look(): Promise<void> {
    if (!this.heard) return
    this.#again = true
    this.#reading ??= this.#read()
    await this.#reading
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping)
    this.#listeners.clear()
    await this.#sending
    await this.#reading
  }

  async #send(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
    while (this.#outgoing.length > 0) {
      const texts = arrayOf(this.#outgoing.splice(0, BATCH).map(stored))
      // Who does not hear of it was told that this happens.
      await this.#post(texts).catch(() => undefined)
    }
    this.#sending = null
  }

  async #post(texts: string): Promise<void> {
    try {
      if (this.#notifies) await this.#run(writeAndNotify, [this.#sender, texts, this.#channel])
      else await this.#run(write, [this.#sender, texts])
    } catch (error) {
      if (!this.#notifies || !withoutNotify.has(codeOf(error) ?? '')) throw error
      this.#notifies = false
      await this.#post(texts)
    }
  }

  async #read(): Promise<void> {
    while (this.#again) {
      this.#again = false
      const rows = await this.#news().catch(() => {
        this.#high = null
        return []
      })
      if (rows.length === BATCH) this.#again = true
      for (const { sender, message } of rows) {
        if (sender === this.#sender) continue
        for (const listener of this.#listeners) listener(restored(String(message)))
      }
    }
    this.#reading = null
  }

  async #news(): Promise<Rows> {
    if (this.#high === null) {
      const [row] = await this.#run(latest)
      this.#high = Number(row?.['id'])
      this.#missing.clear()
      return []
    }
    const missing = `{${Array.from(this.#missing.keys()).join(',')}}`
    const found = await this.#run(read, [this.#high, missing])
    if (Number(found[0]?.['last']) < this.#high) return this.#startAnew()
    const rows = found.filter(({ id }) => id !== null)
    for (const { id } of rows) this.#note(Number(id))
    this.#giveUp()
    return rows
  }

  /** A crash of the database empties the table, and its numbers begin at 1 again: all that stands there is news. */
  #startAnew(): Rows {
    this.#high = 0
    this.#missing.clear()
    this.#again = true
    return []
  }

  /** Numbers are drawn in order but appear out of it. */
  #note(id: number): void {
    const high = this.#high ?? id
    if (!this.#missing.delete(id) && high > 0 && id - high <= MISSING_LIMIT) {
      for (let number = high + 1; number < id; number += 1) this.#missing.set(number, performance.now())
    }
    this.#high = Math.max(high, id)
  }

  #giveUp(): void {
    const now = performance.now()
    for (const [id, since] of this.#missing) {
      if (now - since < MISSING_MS && this.#missing.size <= MISSING_LIMIT) return
      this.#missing.delete(id)
    }
  }

  async #run(text: string, values: readonly Value[] = []): Promise<Rows> {
    const connection = await this.#pool.acquire()
    try {
      return (await connection.run(text, values)).rows
    } finally {
      this.#pool.release(connection)
    }
  }
}
