import { createHash } from 'node:crypto'
import { codeOf, kindOf } from './failures.ts'
import { stored, restored } from './keys.ts'
import type { Pool } from './pool.ts'
import type { Session } from './session.ts'

/** Counters are sequences: nobody waits for anybody, and a number that was drawn is gone. */
export class Counters {
  readonly #side: Pool
  readonly #known = new Set<string>()
  readonly #making = new Map<string, Promise<void>>()

  /** The pool is not the one that transactions draw from: they may all wait for a counter. */
  constructor(side: Pool) {
    this.#side = side
  }

  async next(session: Session, counter: string): Promise<number> {
    await this.#ensure(counter)
    const [row] = await session.ask(`select nextval('${sequenceOf(counter)}') as value`)
    return Number(row?.['value'])
  }

  /** With a restart, unlike with `setval`, an error takes it back. */
  async set(session: Session, counter: string, value: number): Promise<void> {
    await this.#ensure(counter)
    await session.tell(`alter sequence ${sequenceOf(counter)} restart with ${value + 1}`)
  }

  async all(session: Session): Promise<ReadonlyMap<string, number>> {
    const names = await this.#names(session)
    if (names.length === 0) return new Map()
    const each = names.map(
      (name, at) =>
        `select ${at} as at, case when is_called then last_value else last_value - 1 end as value ` +
        `from ${sequenceOf(name)}`,
    )
    const rows = await session.ask(each.join(' union all '))
    const values = rows.map(({ at, value }) => [names[Number(at)] ?? '', Number(value)] as const)
    return new Map(values.filter(([, value]) => value > 0))
  }

  async clear(session: Session): Promise<void> {
    for (const name of await this.#names(session)) {
      await session.tell(`alter sequence ${sequenceOf(name)} restart with 1`)
    }
  }

  async #names(session: Session): Promise<string[]> {
    const rows = await session.ask('select name from skillpass_counters order by name')
    // What came up since the transaction began it does not see.
    return Array.from(new Set([...rows.map(({ name }) => restored(String(name))), ...this.#known]))
  }

  async #ensure(counter: string): Promise<void> {
    if (this.#known.has(counter)) return
    const making = this.#making.get(counter) ?? this.#make(counter)
    this.#making.set(counter, making)
    try {
      await making
      this.#known.add(counter)
    } finally {
      this.#making.delete(counter)
    }
  }

  async #make(counter: string): Promise<void> {
    const connection = await this.#side.acquire()
    try {
      const sequence = sequenceOf(counter)
      await connection.run(`create sequence if not exists ${sequence}`).catch(ignoreTaken)
      await connection.run(
        'insert into skillpass_counters (name, sequence) values ($1, $2) on conflict (name) do nothing',
        [stored(counter), sequence],
      )
    } finally {
      this.#side.release(connection)
    }
  }
}

/** Two that make the same at once: "if not exists" does not keep the second from finding the name taken. */
function ignoreTaken(error: unknown): void {
  if (kindOf(error) !== 'duplicate' && codeOf(error) !== '42P07') throw error
}

function sequenceOf(counter: string): string {
  const plain = /^[a-z][a-z0-9_]{0,30}$/.test(counter)
  const name = plain ? counter : `x${createHash('sha256').update(counter).digest('hex').slice(0, 31)}`
  return `skillpass_counter_${name}`
}
