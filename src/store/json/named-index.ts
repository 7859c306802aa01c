import type { TableShape } from '../tables.ts'
import { ShardedMap } from './sharded-map.ts'
import { isSorted, sortedMap, type Sorted } from './sorted.ts'

/** The place of one row in memory: indexes hold the slot, so a changed row costs nothing where its key stayed. */
export class Slot<R> {
  row: R
  constructor(row: R) {
    this.row = row
  }
}

/** The rows under one key in their order. Most keys hold one row, so that one costs a pointer and no more. */
export type Partition<R> = Slot<R> | Slot<R>[] | Sorted<string, Slot<R>>

type Order<R> = TableShape<R>['order']
type KeysOf<R> = TableShape<R>['indexes'][string]

/** Up to here a sorted array is smaller and quicker than a tree. */
const ARRAY_LIMIT = 48

export class NamedIndex<R> {
  readonly #order: Order<R>
  readonly #keysOf: KeysOf<R>
  readonly #partitions = new ShardedMap<Partition<R>>()

  constructor(order: Order<R>, keysOf: KeysOf<R>) {
    this.#order = order
    this.#keysOf = keysOf
  }

  partition(key: string): Partition<R> | undefined {
    return this.#partitions.get(key)
  }

  /** Whether a row stands under the key. */
  holds(key: string, row: R): boolean {
    const keys = this.#keysOf(row)
    return typeof keys === 'string' || keys === null ? keys === key : keys.includes(key)
  }

  add(slot: Slot<R>): void {
    for (const key of listed(this.#keysOf(slot.row))) this.#addUnder(key, slot)
  }

  drop(slot: Slot<R>): void {
    for (const key of listed(this.#keysOf(slot.row))) this.#dropUnder(key, slot)
  }

  /** Call it while the slot still holds the old row. */
  move(slot: Slot<R>, after: R): void {
    const from = this.#keysOf(slot.row)
    const to = this.#keysOf(after)
    if (from === to) return
    const before = listed(from)
    const next = listed(to)
    for (const key of before) if (!next.includes(key)) this.#dropUnder(key, slot)
    for (const key of next) if (!before.includes(key)) this.#addUnder(key, slot)
  }

  #addUnder(key: string, slot: Slot<R>): void {
    const held = this.#partitions.get(key)
    const now = held === undefined ? slot : withSlot(held, slot, this.#order)
    if (now !== held) this.#partitions.set(key, now)
  }

  #dropUnder(key: string, slot: Slot<R>): void {
    const held = this.#partitions.get(key)
    if (held === undefined) return
    const left = withoutSlot(held, slot, this.#order)
    if (left === undefined) this.#partitions.delete(key)
    else if (left !== held) this.#partitions.set(key, left)
  }
}

export function sizeOf<R>(partition: Partition<R>): number {
  if (partition instanceof Slot) return 1
  return isSorted(partition) ? partition.size : partition.length
}

function listed(keys: ReturnType<KeysOf<unknown>>): readonly string[] {
  if (keys === null) return []
  return typeof keys === 'string' ? [keys] : keys
}

/** Adding twice is adding once: a row may name one key twice. */
function withSlot<R>(partition: Partition<R>, slot: Slot<R>, order: Order<R>): Partition<R> {
  if (partition instanceof Slot) return partition === slot ? slot : pair(partition, slot, order)
  if (isSorted(partition)) {
    partition.set(order(slot.row), slot)
    return partition
  }
  const at = placeIn(partition, order(slot.row), order)
  if (partition[at] !== slot) partition.splice(at, 0, slot)
  return partition.length > ARRAY_LIMIT ? grown(partition, order) : partition
}

function withoutSlot<R>(partition: Partition<R>, slot: Slot<R>, order: Order<R>): Partition<R> | undefined {
  if (partition instanceof Slot) return partition === slot ? undefined : partition
  if (isSorted(partition)) {
    partition.delete(order(slot.row))
    return partition.size === 0 ? undefined : partition
  }
  const at = placeIn(partition, order(slot.row), order)
  if (partition[at] === slot) partition.splice(at, 1)
  return partition.length > 1 ? partition : partition[0]
}

function pair<R>(a: Slot<R>, b: Slot<R>, order: Order<R>): Slot<R>[] {
  return order(a.row) < order(b.row) ? [a, b] : [b, a]
}

function grown<R>(slots: readonly Slot<R>[], order: Order<R>): Sorted<string, Slot<R>> {
  const tree = sortedMap<Slot<R>>()
  for (const slot of slots) tree.set(order(slot.row), slot)
  return tree
}

/** The first index whose order is not below the given one. */
function placeIn<R>(slots: readonly Slot<R>[], order: string, orderOf: Order<R>): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const slot = slots[middle]
    if (slot !== undefined && orderOf(slot.row) < order) low = middle + 1
    else high = middle
  }
  return low
}
