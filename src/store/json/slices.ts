import type { TableName } from '../rows.ts'
import { tableNames, type State } from './state.ts'
import type { Turns } from './turns.ts'

/** So long one slice may keep everybody else waiting. */
const SLICE_MS = 4
const SLICE_CHARACTERS = 1 << 18

interface Slice {
  readonly entries: readonly string[]
  readonly after: string | undefined
  readonly more: boolean
}

/**
 * The whole state as entries, a slice at a time; between slices the store goes on and rows change. Each slice
 * is a turn of its own, so it sees no half transaction. `check` throws when the walk has become pointless.
 */
export async function* slicesOf(
  state: State,
  turns: Turns,
  check: () => void,
): AsyncGenerator<readonly string[], void, undefined> {
  yield await turns.take(async () => [JSON.stringify({ counters: Object.fromEntries(state.counters) })])
  for (const table of tableNames) {
    let slice: Slice = { entries: [], after: undefined, more: true }
    while (slice.more) {
      check()
      const { after } = slice
      slice = await turns.take(async () => take(state, table, after))
      if (slice.entries.length > 0) yield slice.entries
    }
  }
}

function take<T extends TableName>(state: State, table: T, after: string | undefined): Slice {
  const rows = state.tables[table]
  const started = performance.now()
  const entries: string[] = []
  let last = after
  let characters = 0
  for (const row of rows.rowsAfter(after)) {
    const entry = JSON.stringify({ put: { [table]: [row] } })
    entries.push(entry)
    last = rows.orderOf(row)
    characters += entry.length
    const full = characters > SLICE_CHARACTERS || performance.now() - started > SLICE_MS
    if (full) return { entries, after: last, more: true }
  }
  return { entries, after: last, more: false }
}
