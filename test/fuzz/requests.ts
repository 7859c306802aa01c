import fc from 'fast-check'
import type { Document, Operation, Parameter } from './document.ts'
import { nearlyValid, oddText, valid } from './values.ts'

/** A request before the ids are known that it is about. */
export interface Plan {
  readonly operation: Operation
  /** A number picks one of the ids that the server told of; a text stands as it is. */
  readonly path: Readonly<Record<string, number | string>>
  readonly query: readonly (readonly [string, string | number])[]
  readonly headers: Readonly<Record<string, string>>
  /** Sent byte for byte; a marked place is an id. */
  readonly body: string | null
}

/** Where a body holds an id: replaced by one that the server told of. */
export const idMark = /"@id(\d+)"/g

/** What one client asks one after another. */
export function conversations(
  document: Document,
  left: (operation: Operation) => boolean,
): fc.Arbitrary<Plan[]> {
  const plans = document.operations
    .filter((one) => !left(one))
    .map((operation) => planOf(document, operation))
  return fc.array(fc.oneof(...plans), { minLength: 1, maxLength: 12 })
}

function planOf(document: Document, operation: Operation): fc.Arbitrary<Plan> {
  const of = (place: Parameter['in']) => operation.parameters.filter((one) => one.in === place)
  return fc.record({
    operation: fc.constant(operation),
    path: fc.record(Object.fromEntries(of('path').map((one) => [one.name, pathValue(document, one)]))),
    query: query(document, of('query')),
    headers: headers(),
    body: body(document, operation),
  })
}

function pathValue(document: Document, { schema }: Parameter): fc.Arbitrary<number | string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.nat(10_000) },
    { weight: 2, arbitrary: valid(schema, document.schemaAt).map(String) },
    { weight: 1, arbitrary: oddText },
  )
}

function query(document: Document, parameters: readonly Parameter[]): fc.Arbitrary<Plan['query']> {
  const known = parameters.map((one) => {
    const value = one.name.endsWith('_id') || one.name === 'cursor' ? fc.nat(10_000) : null
    const fitting = nearlyValid(one.schema, document.schemaAt).map(asText)
    return fc.tuple(fc.constant(one.name), value === null ? fitting : fc.oneof(value, fitting))
  })
  const unknown = fc.tuple(oddText, oddText)
  if (known.length === 0) {
    const none = fc.constant<Plan['query']>([])
    return fc.oneof({ weight: 12, arbitrary: none }, { weight: 1, arbitrary: fc.tuple(unknown) })
  }
  return fc.array(
    fc.oneof({ weight: 12, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: unknown }),
    {
      maxLength: 4,
    },
  )
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

const contentTypes = [
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/merge-patch+json',
  'application/json;;;',
  'text/plain',
  'multipart/form-data',
  '/',
  '',
]

/** Mostly as it should be; each oddity by itself now and then. */
function headers(): fc.Arbitrary<Record<string, string>> {
  const odd = (...values: string[]) =>
    fc.oneof(
      { weight: 24, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...values) },
    )
  return fc
    .record({
      'content-type': odd(...contentTypes),
      accept: odd('*/*', 'text/html', 'application/*;q=0', ',,,', '', 'text/event-stream'),
      'idempotency-key': odd('k1', 'k2', 'k3', '"quoted"', '""', 'a b', 'x'.repeat(256), 'ü'),
      authorization: odd(
        'Bearer',
        'bearer x',
        'Basic eDp5',
        'Bearer sk_test_',
        `Bearer ${'a'.repeat(5_000)}`,
        '',
      ),
      'last-event-id': odd('evt_0', '\t', 'x'.repeat(3_000)),
      origin: odd('null', 'http://evil.example', 'http://127.0.0.1', '::'),
      host: odd('127.0.0.1', 'evil.example', '[::1]:1', 'localhost:99999', '.'),
      'x-forwarded-for': odd('1.2.3.4', ','),
      'x-http-method-override': odd('DELETE'),
      expect: odd('100-continue'),
      cookie: odd('skillpass_session=x', ';;;=', '='.repeat(2_000)),
      range: odd('bytes=0-1'),
    })
    .map((all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    )
}

const notJson = [
  '',
  ' ',
  '{',
  '{"a":1,}',
  "{'a':1}",
  'null',
  '[]',
  '""',
  '1e999',
  '\ufeff{}',
  '{"a":1}{"b":2}',
  '{"a":NaN}',
]

function body(document: Document, { body: schema, method }: Operation): fc.Arbitrary<string | null> {
  const text = fc.oneof(
    fc.constantFrom(...notJson),
    fc.constantFrom(
      '['.repeat(100_000),
      `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
      'x'.repeat(300_000),
    ),
    fc.string({ unit: 'binary' }),
  )
  if (schema === null) {
    return method === 'GET'
      ? fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constant('{}') })
      : fc.oneof(fc.constant(null), fc.constant('{}'), text)
  }
  const json = fc
    .tuple(nearlyValid(schema, document.schemaAt), fc.nat(10_000))
    .map(([value, pick]) => JSON.stringify(aboutOne(value, pick)) ?? 'null')
  return fc.oneof({ weight: 14, arbitrary: json }, { weight: 1, arbitrary: text })
}

/** What names another thing by its id names one that there is. */
function aboutOne(value: unknown, pick: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => {
      if (name === 'user_ids' && Array.isArray(content))
        return [name, content.map((_, at) => `@id${pick + at}`)]
      if (/(^|_)id$/.test(name) && pick % 4 !== 0) return [name, `@id${pick}`]
      if (name === 'skill' && pick % 3 !== 0) return [name, 'react']
      return [name, content]
    }),
  )
}
