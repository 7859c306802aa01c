import { invalid } from './settings.ts'

/** Where one operation lives and where the fields of its input go. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** `{name}` marks a field of the input. */
  readonly path: string
  /** The operation reads a JSON body: fields that are in no other place go there, else to the query. */
  readonly body?: true
  /** Fields that go to the query although there is a body. */
  readonly query?: readonly string[]
  /** Of a stream: it can go on after the message named in `Last-Event-ID`. */
  readonly resumes?: true
}

export interface Target {
  /** Path and query. */
  readonly path: string
  readonly body: string | undefined
}

/** Takes one flat input apart into path, query and body. */
export function target(endpoint: Endpoint, input: object): Target {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(name, rest))
  if (endpoint.body !== true) return { path: withQuery(path, rest), body: undefined }
  const query = new Map((endpoint.query ?? []).flatMap((name) => take(name, rest)))
  return { path: withQuery(path, query), body: JSON.stringify(Object.fromEntries(rest)) }
}

/** `.` and `..` survive percent-encoding and would climb to another route, an empty value would fall off it. */
function pathValue(name: string, rest: Map<string, unknown>): string {
  const [entry] = take(name, rest)
  const text = typeof entry?.[1] === 'string' ? entry[1] : ''
  if (text === '' || text === '.' || text === '..') {
    throw invalid(name, text === '' ? `"${name}" is missing.` : `"${name}" cannot be "${text}".`)
  }
  return encodeURIComponent(text)
}

function take(name: string, rest: Map<string, unknown>): [string, unknown][] {
  const spelled = rest.has(name) ? name : camel(name)
  if (!rest.has(spelled)) return []
  const value = rest.get(spelled)
  rest.delete(spelled)
  return [[name, value]]
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function withQuery(path: string, fields: Map<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of fields) {
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}
