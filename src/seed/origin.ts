/** Where in a seed something was written. */
export interface Origin {
  readonly file: string
  /** JSON pointer into that file; empty for the whole. */
  readonly pointer: string
}

/** Something of a seed that knows where it was written. */
export interface Placed<T> {
  readonly origin: Origin
  readonly value: T
}

export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The place of a part of something placed. */
export function within({ file, pointer }: Origin, ...path: readonly PropertyKey[]): Origin {
  return { file, pointer: pointer + pointerTo(path) }
}
