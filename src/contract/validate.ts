import { z } from 'zod'
import { canonicalInput, mostFindings, type Nearest } from './input-case.ts'
import { once } from './lazy.ts'
import { findingOf, phraseFor } from './messages.ts'
import { problemOf, type Finding, type Part, type Problem } from './problems.ts'
import { fromText } from './query-text.ts'
import type { InputOf, Route } from './route.ts'

export type { Nearest } from './input-case.ts'
export type { Problem } from './problems.ts'

/** A request as it arrived: decoded, and the body parsed; `undefined` when there was none. */
export interface Parts {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
}

export type Validation<R extends Route> =
  | { readonly ok: true; readonly input: InputOf<R> }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/**
 * Checks path, query and body at once and reports every problem of all three (the first 100).
 * The input is one object under the schema's names, with defaults filled in.
 */
export function validate<R extends Route>(route: R, parts: Parts, nearest: Nearest): Validation<R> {
  const reading = { nearest, nullIsAbsent: route.method === 'POST' }
  const params = check(route.params ?? empty(), parts.params, reading)
  const { single, repeated } = singleValues(parts.query)
  const query = check(route.query ?? empty(), single, reading, fromText)
  const body = check(route.body ?? empty(), bodyOf(route, parts), reading)
  const problems = [
    ...problemsOf('path', params.findings),
    ...problemsOf('query', [...repeated, ...query.findings]),
    ...problemsOf('body', body.findings),
  ]
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, mostFindings) }
  // The three schemas have been applied; that their outputs make up the input is what InputOf says.
  return { ok: true, input: { ...params.output, ...query.output, ...body.output } as InputOf<R> }
}

const empty = once(() => z.strictObject({}))

interface Checked {
  readonly output: object
  readonly findings: readonly Finding[]
}

type Reading = Parameters<typeof canonicalInput>[2]
type Prepare = (schema: z.ZodObject, value: unknown) => unknown

function check(schema: z.ZodObject, given: unknown, reading: Reading, prepare: Prepare = asIs): Checked {
  const { value, findings } = canonicalInput(schema, given, reading)
  const ready = prepare(schema, value)
  const parsed = schema.safeParse(ready)
  if (parsed.success) return { output: parsed.data, findings }
  return { output: {}, findings: [...findings, ...explained(schema, ready)] }
}

/** Parses a refused value again, for the words: asking for them at once would slow every valid request down. */
function explained(schema: z.ZodObject, value: unknown): Finding[] {
  const parsed = schema.safeParse(value, { error: phraseFor, reportInput: true })
  return (parsed.error?.issues ?? []).map(findingOf)
}

function asIs(_schema: z.ZodObject, value: unknown): unknown {
  return value
}

function bodyOf(route: Route, { body }: Parts): unknown {
  return body === undefined || route.method === 'GET' ? {} : body
}

function singleValues(query: Parts['query']): { single: Record<string, string>; repeated: Finding[] } {
  const single: Record<string, string> = {}
  const repeated: Finding[] = []
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string') single[name] = value
    else repeated.push({ path: [name], code: 'repeated', phrase: 'must be given once' })
  }
  return { single, repeated }
}

function problemsOf(part: Part, findings: readonly Finding[]): Problem[] {
  return findings.map((finding) => problemOf(part, finding))
}
