import type { TableName } from '../rows.ts'
import type { StorageError } from '../types.ts'
import { change } from './changes.ts'
import type { FrozenTable } from './frozen.ts'
import { tableNames, type State } from './state.ts'
import type { Flush } from './store.ts'
import type { Turns } from '../turns.ts'

/** So long one slice may keep everybody else waiting. */
const SLICE_MS = 4
const SLICE_CHARACTERS = 1 << 18

export interface OneStateParts {
  readonly state: State
  readonly turns: Turns
  readonly commits: { pending(): Flush | null }
}

interface Frozen {
  readonly counters: readonly string[]
  readonly tables: readonly { readonly name: TableName; readonly rows: FrozenTable; release(): void }[]
  /** Makes durable what this is a picture of. */
  readonly flush: Flush | null
}

/**
 * Tables and counters at one durable state as changes, a slice at a time and every row once, while the store goes
 * on. What it costs is the old text of the rows that change before they are read.
 * @throws StorageError when the disk refused what it had just seen
 */
export async function* oneState(
  parts: OneStateParts,
  names: readonly TableName[] = tableNames,
): AsyncGenerator<readonly string[], void, undefined> {
  const { turns } = parts
  const { counters, tables, flush } = await turns.take(async () => freeze(parts, names))
  try {
    const lost: StorageError | null = flush === null ? null : await flush.done
    if (lost !== null) throw lost
    if (counters.length > 0) yield counters
    for (const { name, rows } of tables) {
      for (let more = true; more;) {
        const slice = await turns.take(async () => take(rows))
        if (slice.texts.length > 0) yield slice.texts.map((text) => change.put(name, text))
        more = slice.more
      }
    }
  } finally {
    for (const { release } of tables) release()
  }
}

function freeze({ state, commits }: OneStateParts, names: readonly TableName[]): Frozen {
  return {
    counters: Array.from(state.counters, ([name, value]) => change.counter(name, value)),
    tables: names.map((name) => ({ name, ...state.tables[name].freeze() })),
    flush: commits.pending(),
  }
}

function take(rows: FrozenTable) {
  const started = performance.now()
  let characters = 0
  return rows.take((text) => {
    characters += text.length
    return characters > SLICE_CHARACTERS || performance.now() - started > SLICE_MS
  })
}
