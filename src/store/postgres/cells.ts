import type { Shared, Swap } from '../shared.ts'
import { StorageError } from '../types.ts'
import { kindOf, reasonOf } from './failures.ts'
import { stored } from './keys.ts'
import type { Pool } from './pool.ts'
import { Session, type Failure } from './session.ts'

interface Caller {
  readonly keptMs: number
  readonly change: (state: string | null, now: number) => Swap<unknown>
  readonly settle: () => void
  readonly fail: (error: unknown) => void
}

interface Cell {
  readonly state: string | null
  readonly now: number
  /** Changes with every change of the cell. */
  readonly version: string
}

/** A cell as this process left it. */
interface Known {
  readonly state: string
  readonly keptUntil: number
  readonly version: string
}

const RUNS = 5
const SWEEP_MS = 60_000

/** The clock is read when the lock is held: who comes later never sees an earlier instant. */
const take =
  'with held as materialized (select state, kept_until, version from skillpass_cells where name = $1 for update) ' +
  'select state, kept_until, version, (extract(epoch from clock_timestamp()) * 1000)::bigint as now from held'
const make =
  "insert into skillpass_cells (name, state, kept_until) values ($1, '', 0) on conflict (name) do nothing"
const put = 'update skillpass_cells set state = $2, kept_until = $3, version = version + 1 where name = $1'
/** Only onto the version that was looked at: otherwise somebody was first, and it changes nothing. */
const swapKnown =
  'with mine as (update skillpass_cells set state = $2, kept_until = $3, version = version + 1 ' +
  'where name = $1 and version = $4 returning 1) ' +
  'select (select count(*) from mine)::int as done, (extract(epoch from clock_timestamp()) * 1000)::bigint as now'
/** Cells that are remembered, so that one statement changes them. */
const KNOWN_LIMIT = 1_000
const sweep =
  'delete from skillpass_cells where name in (select name from skillpass_cells ' +
  'where kept_until < extract(epoch from clock_timestamp()) * 1000 for update skip locked)'

/** Small states under names. Who waits for the same name in one process goes in one round, however many they are. */
export class Cells {
  readonly #pool: Pool
  readonly #begin: string
  readonly #waiting = new Map<string, Caller[]>()
  readonly #known = new Map<string, Known>()
  /** What the database's clock is ahead of performance.now(). */
  #ahead = Number.NaN
  readonly #sweeping: NodeJS.Timeout

  constructor(pool: Pool, rider: string) {
    this.#pool = pool
    this.#begin = `begin isolation level read committed read write${rider}`
    this.#sweeping = setInterval(() => void this.#sweep(), SWEEP_MS * (1 + Math.random())).unref()
  }

  swap: Shared['swap'] = async (name, keptMs, change) =>
    new Promise((resolve, fail) => {
      let settle = (): void => undefined
      const caller: Caller = {
        keptMs,
        change: (state, now) => {
          const swapped = change(state, now)
          settle = () => resolve(swapped.answer)
          return swapped
        },
        settle: () => settle(),
        fail,
      }
      const waiting = this.#waiting.get(name)
      if (waiting === undefined) {
        this.#waiting.set(name, [caller])
        void this.#rounds(name)
      } else waiting.push(caller)
    })

  close(): void {
    clearInterval(this.#sweeping)
  }

  async #rounds(name: string): Promise<void> {
    for (;;) {
      const callers = this.#waiting.get(name)?.splice(0) ?? []
      if (callers.length === 0) break
      await this.#serve(name, callers)
    }
    this.#waiting.delete(name)
  }

  async #serve(name: string, callers: readonly Caller[]): Promise<void> {
    for (let runs = 1; ; runs += 1) {
      const { failure, settle } = (await this.#onKnown(name, callers)) ?? (await this.#round(name, callers))
      if (failure === null) return settle()
      const kind = kindOf(failure.error)
      const again = (kind === 'collision' || kind === 'lost') && !failure.outcomeUnknown
      if (again && runs < RUNS) continue
      const error = new StorageError(`The database refused: ${reasonOf(failure.error)}.`, {
        cause: failure.error,
      })
      for (const caller of callers) caller.fail(error)
      return
    }
  }

  /** One statement, for a cell that nobody else has touched since this process did; null: it has to be looked at. */
  async #onKnown(name: string, callers: readonly Caller[]): Promise<Round | null> {
    const known = this.#known.get(name)
    this.#known.delete(name)
    const now = Math.floor(performance.now() + this.#ahead)
    if (known === undefined || known.keptUntil <= now) return null
    const session = new Session(this.#pool, null)
    try {
      const { settling, put: next } = changed(callers, { state: known.state, now, version: known.version })
      const settle = (): void => settling.forEach((each) => each())
      if (next === null) {
        this.#known.set(name, known)
        return { failure: null, settle }
      }
      const [row] = await session.ask(swapKnown, [
        stored(name),
        JSON.stringify(next.state),
        next.until,
        known.version,
      ])
      session.finish()
      this.#tell(Number(row?.['now']))
      if (row?.['done'] !== 1) return null
      this.#remember(name, next, known.version)
      return { failure: null, settle }
    } catch {
      // Looked at again, it is served or refused for what is wrong.
      session.rollback()
      return null
    }
  }

  async #round(name: string, callers: readonly Caller[]): Promise<Round> {
    const session = new Session(this.#pool, this.#begin)
    try {
      const cell = await taken(session, stored(name))
      this.#tell(cell.now)
      const { settling, put: next } = changed(callers, cell)
      const settle = (): void => settling.forEach((each) => each())
      if (next === null) {
        session.rollback()
        return { failure: null, settle }
      }
      await session.tell(put, [stored(name), JSON.stringify(next.state), next.until])
      const failure = await session.commit()
      if (failure === null) this.#remember(name, next, cell.version)
      return { failure, settle }
    } catch (error) {
      session.rollback()
      const failure = session.failure ?? { error, about: '', outcomeUnknown: false }
      return { failure, settle: () => undefined }
    }
  }

  #tell(now: number): void {
    this.#ahead = now - performance.now()
  }

  #remember(name: string, { state, until }: Next, before: string): void {
    if (this.#known.size >= KNOWN_LIMIT) this.#known.clear()
    this.#known.set(name, { state, keptUntil: Number(until), version: String(BigInt(before) + 1n) })
  }

  async #sweep(): Promise<void> {
    const session = new Session(this.#pool, this.#begin)
    try {
      await session.ask(sweep)
      await session.commit()
    } catch {
      // The next one finds the same.
      session.rollback()
    }
  }
}

interface Round {
  readonly failure: Failure | null
  readonly settle: () => void
}

interface Next {
  readonly state: string
  /** Epoch milliseconds. */
  readonly until: string
}

/** One change after the other; null: all of them threw, and the cell stays as it is. */
function changed(callers: readonly Caller[], cell: Cell) {
  const settling: (() => void)[] = []
  let { state } = cell
  let keptMs: number | null = null
  for (const caller of callers) {
    try {
      state = caller.change(state, cell.now).state
      keptMs = Math.max(keptMs ?? 0, caller.keptMs)
      settling.push(caller.settle)
    } catch (error) {
      settling.push(() => caller.fail(error))
    }
  }
  const next: Next | null =
    keptMs === null || state === null ? null : { state, until: String(cell.now + Math.ceil(keptMs)) }
  return { settling, put: next }
}

async function taken(session: Session, name: string): Promise<Cell> {
  let [row] = await session.ask(take, [name])
  if (row === undefined) {
    await session.tell(make, [name])
    row = (await session.ask(take, [name]))[0]
  }
  const now = Number(row?.['now'])
  const kept = Number(row?.['kept_until']) > now
  const state: unknown = kept ? JSON.parse(String(row?.['state'])) : null
  return { state: typeof state === 'string' ? state : null, now, version: String(row?.['version']) }
}
