import { randomFillSync } from 'node:crypto'
import { encodeTime, monotonicFactory } from 'ulid'

export interface Ids {
  /** A new id such as `inv_01j…`. */
  newId(prefix: string): string
}

/** Ids in the order of their making: a later one of the same prefix always sorts after an earlier one. */
export function createIds(clock: () => number, fill: (bytes: Uint8Array) => unknown = randomFillSync): Ids {
  const next = monotonicFactory(fractions(fill))
  return { newId: (prefix) => `${prefix}_${next(Math.floor(clock())).toLowerCase()}` }
}

/** Sorts before every ULID made at or after that instant, and after every one made before it. */
export function ulidFloor(epochMs: number): string {
  return `${encodeTime(Math.floor(epochMs), 10).toLowerCase()}${'0'.repeat(16)}`
}

/** Chance from a pool: ulid's own source asks the system once a character, 8 µs an id. */
function fractions(fill: (bytes: Uint8Array) => unknown): () => number {
  const pool = new Uint8Array(1024)
  let used = pool.length
  return () => {
    if (used === pool.length) {
      fill(pool)
      used = 0
    }
    return (pool[used++] ?? 0) / 256
  }
}
