import { createRequire } from 'node:module'
import type * as Library from 'sorted-btree'

export type Sorted<K, V> = Library.default<K, V>

/**
 * The only file that knows sorted-btree. The package is CommonJS, whose default export Node and bundlers
 * unwrap differently; `require` gives the same everywhere.
 */
const { default: BTree }: typeof Library.default = createRequire(import.meta.url)('sorted-btree')

export function sortedMap<V>(): Sorted<string, V> {
  return new BTree<string, V>([], compareText)
}

export function sortedSet<K>(compare: (a: K, b: K) => number): Sorted<K, undefined> {
  return new BTree<K, undefined>([], compare)
}

export function isSorted<V, O extends object>(value: O | Sorted<string, V>): value is Sorted<string, V> {
  return value instanceof BTree
}

/** By code units, as `<` does. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
