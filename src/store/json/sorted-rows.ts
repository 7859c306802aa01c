/** A chunk is cut in two above this. */
const CHUNK = 512
/** Neighbours that fit in half a chunk together become one. */
const MERGED = CHUNK / 2

/** By what a row is sorted. */
export type KeyOf = (row: number) => string

/**
 * Row numbers in the order of their keys, in chunks: found by two binary searches, and added at the end, as
 * ids that rise with time are, by one comparison. A row's key must not change while it is in.
 */
export class SortedRows {
  readonly #keyOf: KeyOf
  readonly #chunks: number[][] = []
  /** No key is above it: an addition at the end need not look at any row. */
  #bound = ''
  #size = 0

  constructor(keyOf: KeyOf) {
    this.#keyOf = keyOf
  }

  get size(): number {
    return this.#size
  }

  first(): number | undefined {
    return this.#chunks[0]?.[0]
  }

  /** The row of exactly this key. */
  find(key: string): number | undefined {
    const row = this.upwards(key).next().value
    return row !== undefined && this.#keyOf(row) === key ? row : undefined
  }

  /** Does nothing when a row of the same key is there. */
  add(row: number, key: string = this.#keyOf(row)): void {
    const at = this.#chunkFor(key)
    if (at === this.#chunks.length) this.#append(row, key)
    else this.#insert(at, row, key)
  }

  remove(row: number, key: string = this.#keyOf(row)): void {
    const at = this.#chunkFor(key)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    const index = indexIn(chunk, key, this.#keyOf)
    if (chunk[index] !== row) return
    chunk.splice(index, 1)
    this.#size -= 1
    this.#merge(at)
  }

  /** From the first row that is not below the key; all without one. The rows must stay as they are meanwhile. */
  *upwards(key?: string): Generator<number, void, undefined> {
    let at = key === undefined ? 0 : this.#chunkFor(key)
    let index = key === undefined ? 0 : indexIn(this.#chunks[at] ?? [], key, this.#keyOf)
    for (; at < this.#chunks.length; at += 1) {
      const chunk = this.#chunks[at] ?? []
      for (; index < chunk.length; index += 1) {
        const row = chunk[index]
        if (row !== undefined) yield row
      }
      index = 0
    }
  }

  /** Downwards from the last row that is below the key; all without one. */
  *downwards(key?: string): Generator<number, void, undefined> {
    let at = key === undefined ? this.#chunks.length - 1 : this.#chunkFor(key)
    let index = key === undefined ? CHUNK : indexIn(this.#chunks[at] ?? [], key, this.#keyOf)
    for (; at >= 0; at -= 1) {
      const chunk = this.#chunks[at] ?? []
      for (index = Math.min(index, chunk.length) - 1; index >= 0; index -= 1) {
        const row = chunk[index]
        if (row !== undefined) yield row
      }
      index = CHUNK
    }
  }

  #append(row: number, key: string): void {
    const last = this.#chunks.at(-1)
    this.#size += 1
    this.#bound = key
    if (last !== undefined && last.length < CHUNK) {
      last.push(row)
      return
    }
    // A full chunk rarely changes again: its copy has no room to spare.
    if (last !== undefined) this.#chunks[this.#chunks.length - 1] = last.slice()
    this.#chunks.push([row])
  }

  #insert(at: number, row: number, key: string): void {
    const chunk = this.#chunks[at] ?? []
    const index = indexIn(chunk, key, this.#keyOf)
    const there = chunk[index]
    if (there !== undefined && this.#keyOf(there) === key) return
    chunk.splice(index, 0, row)
    this.#size += 1
    if (chunk.length > CHUNK) this.#chunks.splice(at, 1, chunk.slice(0, MERGED), chunk.slice(MERGED))
  }

  #merge(at: number): void {
    const chunk = this.#chunks[at] ?? []
    const next = this.#chunks[at + 1]
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    else if (next !== undefined && chunk.length + next.length <= MERGED) {
      this.#chunks.splice(at, 2, [...chunk, ...next])
    }
  }

  /** The first chunk whose last row is not below the key; one past the end when all are. */
  #chunkFor(key: string): number {
    let low = 0
    let high = this.#chunks.length
    if (this.#bound < key) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      const last = this.#chunks[middle]?.at(-1)
      if (last !== undefined && this.#keyOf(last) < key) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The index of the first row whose key is not below the given one. */
export function indexIn(rows: readonly number[], key: string, keyOf: KeyOf): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && keyOf(row) < key) low = middle + 1
    else high = middle
  }
  return low
}
