import type { TableShape } from '../tables.ts'
import { HashTable } from './hash-table.ts'
import { indexIn, SortedRows, type KeyOf } from './sorted-rows.ts'

/** The row numbers under one key in their order. Most keys hold one row, so that one costs no object at all. */
export type Partition = number | readonly number[] | SortedRows

type KeysOf<R> = TableShape<R>['indexes'][string]

/** Up to here an array that is replaced with each change is smaller. */
const ARRAY_LIMIT = 32

export class NamedIndex<R> {
  readonly #orderOf: KeyOf
  readonly #keysOf: KeysOf<R>
  /** From key to row number, or below zero to the complement of a group's. */
  readonly #places = new HashTable()
  readonly #groups: (readonly number[] | SortedRows)[] = []
  readonly #free: number[] = []

  constructor(orderOf: KeyOf, keysOf: KeysOf<R>) {
    this.#orderOf = orderOf
    this.#keysOf = keysOf
  }

  partition(key: string): Partition | undefined {
    const place = this.#places.get(key)
    return place === undefined || place >= 0 ? place : this.#groups[~place]
  }

  /** Whether the row belongs under the key. */
  covers(key: string, row: R): boolean {
    return listed(this.#keysOf(row)).includes(key)
  }

  add(row: number, order: string, content: R): void {
    for (const key of listed(this.#keysOf(content))) this.#addUnder(key, row, order)
  }

  drop(row: number, order: string, content: R): void {
    for (const key of listed(this.#keysOf(content))) this.#dropUnder(key, row, order)
  }

  move(row: number, order: string, before: R, after: R): void {
    const from = this.#keysOf(before)
    const to = this.#keysOf(after)
    if (from === to) return
    const left = listed(from)
    const entered = listed(to)
    for (const key of left) if (!entered.includes(key)) this.#dropUnder(key, row, order)
    for (const key of entered) if (!left.includes(key)) this.#addUnder(key, row, order)
  }

  /** Adding twice is adding once: a row may name one key twice. */
  #addUnder(key: string, row: number, order: string): void {
    const place = this.#places.claim(key, row)
    if (place === undefined || place === row) return
    if (place < 0) this.#extend(~place, row, order)
    else this.#places.set(key, ~this.#newGroup(this.#pair(place, row)))
  }

  #dropUnder(key: string, row: number, order: string): void {
    const place = this.#places.get(key)
    if (place === row) this.#places.delete(key)
    if (place === undefined || place >= 0) return
    this.#shrink(~place, row, order)
    const left = this.partition(key)
    const only = left === undefined || typeof left === 'number' ? undefined : onlyOne(left)
    if (only === undefined) return
    this.#places.set(key, only)
    this.#groups[~place] = []
    this.#free.push(~place)
  }

  #extend(group: number, row: number, order: string): void {
    const rows = this.#groups[group] ?? []
    if (rows instanceof SortedRows) rows.add(row, order)
    else if (!rows.includes(row)) {
      const at = indexIn(rows, order, this.#orderOf)
      const more = [...rows.slice(0, at), row, ...rows.slice(at)]
      this.#groups[group] = more.length > ARRAY_LIMIT ? this.#asSorted(more) : more
    }
  }

  #shrink(group: number, row: number, order: string): void {
    const rows = this.#groups[group] ?? []
    if (rows instanceof SortedRows) rows.remove(row, order)
    else this.#groups[group] = rows.filter((each) => each !== row)
  }

  #newGroup(rows: readonly number[]): number {
    const group = this.#free.pop() ?? this.#groups.length
    this.#groups[group] = rows
    return group
  }

  #pair(a: number, b: number): readonly number[] {
    return this.#orderOf(a) < this.#orderOf(b) ? [a, b] : [b, a]
  }

  #asSorted(rows: readonly number[]): SortedRows {
    const sorted = new SortedRows(this.#orderOf)
    for (const row of rows) sorted.add(row)
    return sorted
  }
}

export function sizeOf(partition: Partition): number {
  if (typeof partition === 'number') return 1
  return partition instanceof SortedRows ? partition.size : partition.length
}

export function holds(partition: Partition, row: number, order: string): boolean {
  if (typeof partition === 'number') return partition === row
  return partition instanceof SortedRows ? partition.find(order) === row : partition.includes(row)
}

function onlyOne(rows: readonly number[] | SortedRows): number | undefined {
  if (rows instanceof SortedRows) return rows.size === 1 ? rows.first() : undefined
  return rows.length === 1 ? rows[0] : undefined
}

function listed(keys: ReturnType<KeysOf<unknown>>): readonly string[] {
  if (keys === null) return []
  return typeof keys === 'string' ? [keys] : keys
}
