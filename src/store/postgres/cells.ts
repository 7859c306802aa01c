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
}

const RUNS = 5
const SWEEP_MS = 60_000

/** The clock is read when the lock is held: who comes later never sees an earlier instant. */
const take =
  'with held as materialized (select state, kept_until from skillpass_cells where name = $1 for update) ' +
  'select state, kept_until, (extract(epoch from clock_timestamp()) * 1000)::bigint as now from held'
const make =
  "insert into skillpass_cells (name, state, kept_until) values ($1, '', 0) on conflict (name) do nothing"
const put = 'update skillpass_cells set state = $2, kept_until = $3 where name = $1'
const sweep =
  'delete from skillpass_cells where name in (select name from skillpass_cells ' +
  'where kept_until < extract(epoch from clock_timestamp()) * 1000 for update skip locked)'

/** Small states under names. Who waits for the same name in one process goes in one round, however many they are. */
export class Cells {
  readonly #pool: Pool
  readonly #begin: string
  readonly #waiting = new Map<string, Caller[]>()
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
      const { failure, settle } = await this.#round(name, callers)
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

  async #round(
    name: string,
    callers: readonly Caller[],
  ): Promise<{ failure: Failure | null; settle: () => void }> {
    const session = new Session(this.#pool, this.#begin)
    try {
      const { settling, put: values } = changed(callers, await taken(session, stored(name)))
      const settle = (): void => settling.forEach((each) => each())
      if (values === null) session.rollback()
      else await session.tell(put, [stored(name), ...values])
      return { failure: values === null ? null : await session.commit(), settle }
    } catch (error) {
      session.rollback()
      const failure = session.failure ?? { error, about: '', outcomeUnknown: false }
      return { failure, settle: () => undefined }
    }
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
  const until = keptMs === null ? null : String(cell.now + Math.ceil(keptMs))
  return { settling, put: until === null ? null : [JSON.stringify(state), until] }
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
  return { state: typeof state === 'string' ? state : null, now }
}
