/** Makes a value at its first use and keeps it: what a start does not need should not cost it time. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
