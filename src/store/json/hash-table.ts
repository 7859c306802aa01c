import { randomInt } from 'node:crypto'

const SHARD_BITS = 8
const SHARDS = 1 << SHARD_BITS
const SMALLEST = 8
/** Hash, second hash and number of an entry lie side by side. */
const WIDTH = 3
const VACANT = 0

/** Unknown outside, so that nobody can send keys that all meet in one place. */
const SEEDS = [randomInt(2 ** 32 - 1), randomInt(2 ** 32 - 1)] as const

/**
 * From text to a number, without the texts: a key is known by 64 bits of a hash with a secret start. In shards,
 * as a table of millions stops the process while it doubles, and without pointers for a garbage collector.
 */
export class HashTable {
  readonly #shards: (Shard | undefined)[] = Array.from({ length: SHARDS })

  get(key: string): number | undefined {
    const hash = hashOf(key)
    return this.#shards[hash & (SHARDS - 1)]?.get(hash, secondHash)
  }

  set(key: string, number: number): void {
    const hash = hashOf(key)
    this.#shard(hash).set(hash, secondHash, number)
  }

  /** Sets the number unless there is one; answers with the one that was there. */
  claim(key: string, number: number): number | undefined {
    const hash = hashOf(key)
    const second = secondHash
    const shard = this.#shard(hash)
    const known = shard.get(hash, second)
    if (known === undefined) shard.set(hash, second, number)
    return known
  }

  delete(key: string): void {
    const hash = hashOf(key)
    this.#shards[hash & (SHARDS - 1)]?.delete(hash, secondHash)
  }

  #shard(hash: number): Shard {
    return (this.#shards[hash & (SHARDS - 1)] ??= new Shard())
  }
}

/** Open addressing with linear probing, at most three quarters full. */
class Shard {
  #mask = SMALLEST - 1
  #count = 0
  #cells = new Int32Array(SMALLEST * WIDTH)

  get(hash: number, second: number): number | undefined {
    const cell = this.#cells[this.#locate(hash, second) + 2] ?? VACANT
    return cell === VACANT ? undefined : decoded(cell)
  }

  set(hash: number, second: number, number: number): void {
    let at = this.#locate(hash, second)
    if (this.#isVacant(at)) {
      if ((this.#count + 1) * 4 > (this.#mask + 1) * 3) {
        this.#grow()
        at = this.#locate(hash, second)
      }
      this.#count += 1
    }
    this.#cells[at] = hash
    this.#cells[at + 1] = second
    this.#cells[at + 2] = encoded(number)
  }

  delete(hash: number, second: number): void {
    const at = this.#locate(hash, second)
    if (this.#isVacant(at)) return
    this.#count -= 1
    this.#fillHole(at)
  }

  /** The cell of the key, or the free one where it belongs. */
  #locate(hash: number, second: number): number {
    let at = this.#home(hash)
    while (!this.#isVacant(at) && !(this.#cells[at] === hash && this.#cells[at + 1] === second))
      at = this.#after(at)
    return at
  }

  /** Moves back what probing had pushed past the hole, so that no search ends too early. */
  #fillHole(start: number): void {
    let hole = start
    for (let at = this.#after(hole); !this.#isVacant(at); at = this.#after(at)) {
      const home = this.#home(this.#cells[at] ?? 0)
      if (this.#distance(home, at) < this.#distance(hole, at)) continue
      this.#cells.copyWithin(hole, at, at + WIDTH)
      hole = at
    }
    this.#cells[hole + 2] = VACANT
  }

  #grow(): void {
    const cells = this.#cells
    this.#mask = this.#mask * 2 + 1
    this.#cells = new Int32Array((this.#mask + 1) * WIDTH)
    for (let from = 0; from < cells.length; from += WIDTH) {
      if (cells[from + 2] === VACANT) continue
      const to = this.#locate(cells[from] ?? 0, cells[from + 1] ?? 0)
      for (let part = 0; part < WIDTH; part += 1) this.#cells[to + part] = cells[from + part] ?? VACANT
    }
  }

  #isVacant(at: number): boolean {
    return this.#cells[at + 2] === VACANT
  }

  #home(hash: number): number {
    return ((hash >>> SHARD_BITS) & this.#mask) * WIDTH
  }

  #after(at: number): number {
    return at + WIDTH === this.#cells.length ? 0 : at + WIDTH
  }

  #distance(from: number, to: number): number {
    return to >= from ? to - from : to - from + this.#cells.length
  }
}

/** Zero means vacant: numbers from 0 move up by one. */
function encoded(number: number): number {
  return number >= 0 ? number + 1 : number
}

function decoded(cell: number): number {
  return cell > 0 ? cell - 1 : cell
}

/** What `hashOf` found beside its result: a pair for each look-up would be a lot of garbage. */
let secondHash = 0

/** FNV-1a, and beside it one of another kind: keys that meet in one do not meet in both. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5 ^ SEEDS[0]
  let second = SEEDS[1] | 0
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at)
    hash = Math.imul(hash ^ unit, 0x01000193)
    second = Math.imul(second ^ unit, 0x5bd1e995)
    second ^= second >>> 15
  }
  secondHash = second
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
