import { randomFillSync } from 'node:crypto'
import { decodeTime, encodeTime, monotonicFactory } from 'ulid'

export interface Ids {
  /** A new id such as `inv_01j…`, of this instant (epoch milliseconds) unless the last one is later. */
  newId(prefix: string, at?: number): string
}

/** Ids in the order of their making: a later one of the same prefix always sorts after an earlier one. */
export function createIds(clock: () => number, fill: (bytes: Uint8Array) => unknown = randomFillSync): Ids {
  const chance = fractions(fill)
  const sequences = new Map<string, (at: number) => string>()
  return {
    newId(prefix, at = clock()) {
      const next = sequences.get(prefix) ?? monotonicFactory(chance)
      sequences.set(prefix, next)
      return `${prefix}_${next(Math.floor(at)).toLowerCase()}`
    },
  }
}

/** Sorts before every ULID made at or after that instant, and after every one made before it. */
export function ulidFloor(epochMs: number): string {
  return `${encodeTime(Math.max(0, Math.floor(epochMs)), 10).toLowerCase()}${'0'.repeat(16)}`
}

/** The instant in an id, epoch milliseconds; null when it is no id of ours. */
export function instantOfId(id: string): number | null {
  const ulid = id.slice(id.lastIndexOf('_') + 1)
  return /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(ulid) ? decodeTime(ulid.toUpperCase()) : null
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
