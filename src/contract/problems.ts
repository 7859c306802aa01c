/** One thing that is wrong with a request. */
export interface Problem {
  /** JSON pointer into the body, or the name of a path or query parameter. */
  readonly pointer: string
  readonly code: string
  readonly message: string
}

/** A problem at its place inside one part of the request; `phrase` follows the name of the field. */
export interface Finding {
  readonly path: readonly PropertyKey[]
  readonly code: string
  readonly phrase: string
}

export type Part = 'path' | 'query' | 'body'

export function problemOf(part: Part, { path, code, phrase }: Finding): Problem {
  const end = /[.?]$/.test(phrase) ? '' : '.'
  return { pointer: pointerOf(part, path), code, message: `${nameOf(path)} ${phrase}${end}` }
}

function pointerOf(part: Part, path: readonly PropertyKey[]): string {
  const segments = path.map((segment) => String(segment).replaceAll('~', '~0').replaceAll('/', '~1'))
  return part === 'body' ? segments.map((segment) => `/${segment}`).join('') : segments.join('/')
}

/** `user_ids[3]`, `metadata.team`. */
function nameOf(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path
  if (first === undefined) return 'The body'
  return rest.reduce<string>(
    (name, segment) => (typeof segment === 'number' ? `${name}[${segment}]` : `${name}.${String(segment)}`),
    String(first),
  )
}
