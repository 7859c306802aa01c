import type { TableName } from '../rows.ts'
import { change } from './changes.ts'
import { tableNames, type State } from './state.ts'
import type { Turns } from '../turns.ts'

/** So long one slice may keep everybody else waiting. */
const SLICE_MS = 4
const SLICE_CHARACTERS = 1 << 18

interface Slice {
  readonly changes: readonly string[]
  readonly after: string | undefined
  readonly more: boolean
}

/**
 * The whole state as changes, a slice at a time; between slices the store goes on and rows change. Each slice
 * is a turn of its own, so it sees no half transaction. `check` throws when the walk has become pointless.
 */
export async function* slicesOf(
  state: State,
  turns: Turns,
  check: () => void,
): AsyncGenerator<readonly string[], void, undefined> {
  yield await turns.take(async () =>
    Array.from(state.counters, ([name, value]) => change.counter(name, value)),
  )
  for (const table of tableNames) {
    let slice: Slice = { changes: [], after: undefined, more: true }
    while (slice.more) {
      check()
      const { after } = slice
      slice = await turns.take(async () => take(state, table, after))
      if (slice.changes.length > 0) yield slice.changes
    }
  }
}

function take(state: State, table: TableName, after: string | undefined): Slice {
  const started = performance.now()
  const changes: string[] = []
  let last = after
  let characters = 0
  for (const { order, text } of state.tables[table].textsAfter(after)) {
    const put = change.put(table, text)
    changes.push(put)
    last = order
    characters += put.length
    const full = characters > SLICE_CHARACTERS || performance.now() - started > SLICE_MS
    if (full) return { changes, after: last, more: true }
  }
  return { changes, after: last, more: false }
}
