import fc from 'fast-check'
import { z } from 'zod'
import type { Schema } from './document.ts'

/** What no schema describes, and what careless code falls over. */
export const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202e', 'İ', 'ß', '👩‍👩‍👧‍👦', '{{7*7}}'),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'NaN',
    '../../etc/passwd',
  ),
  fc.constantFrom("' OR 1=1 --", '%00', '%', '%2f%2e%2e', '\r\nX-Injected: 1', 'x'.repeat(70_000)),
  fc.constantFrom(
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13T00:00:00.000Z',
    '0000-00-00',
    '2026-02-30',
    '-1d',
  ),
  fc.constantFrom(
    'http://127.0.0.1:1/',
    'http://[::1]:1',
    'javascript:alert(1)',
    'http://localhost:0',
    '//127.1',
  ),
)

const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e21, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 64),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], { length: -1 }, [null]),
  fc.integer({ min: 1, max: 3_000 }).map(deep),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Lists in lists, as many as asked for. */
function deep(levels: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

const shape = z.object({
  $ref: z.string().optional(),
  type: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.record(z.string(), z.unknown())).optional(),
  oneOf: z.array(z.record(z.string(), z.unknown())).optional(),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
  additionalProperties: z.union([z.boolean(), z.record(z.string(), z.unknown())]).default(false),
  items: z.record(z.string(), z.unknown()).optional(),
  minItems: z.number().default(0),
  maxItems: z.number().default(5),
  minimum: z.number().default(Number.MIN_SAFE_INTEGER),
  maximum: z.number().default(Number.MAX_SAFE_INTEGER),
  minLength: z.number().default(0),
  maxLength: z.number().default(60),
  format: z.string().optional(),
  pattern: z.string().optional(),
})
type Shape = z.infer<typeof shape>

type Resolve = (reference: string) => Schema

/** What the schema allows. */
export function valid(schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  const found = shape.parse(schema)
  if (found.$ref !== undefined) return valid(resolve(found.$ref), resolve)
  if (found.const !== undefined) return fc.constant(found.const)
  if (found.enum !== undefined) return fc.constantFrom(...found.enum)
  const choices = found.anyOf ?? found.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valid(choice, resolve)))
  return ofType(found, resolve)
}

/** Most of what the schema allows, and now and then what it does not. */
export function nearlyValid(schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  const good = valid(schema, resolve)
  return fc.oneof(
    { weight: 12, arbitrary: good },
    { weight: 1, arbitrary: oddValue },
    { weight: 3, arbitrary: fc.tuple(good, oddText, oddValue).map(spoiled) },
    { weight: 1, arbitrary: fc.tuple(good, fc.nat()).map(lacking) },
  )
}

/** One field is something else, or is one that nobody knows. */
function spoiled([value, name, odd]: [unknown, string, unknown]): unknown {
  if (!isRecord(value)) return odd
  const names = Object.keys(value)
  const field = names[name.length % (names.length + 1)] ?? name
  // Not by assignment: `__proto__` is to be a field like any other.
  return Object.fromEntries([...Object.entries(value), [field, odd]])
}

function lacking([value, nth]: [unknown, number]): unknown {
  if (!isRecord(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.filter((_, at) => at !== nth % Math.max(1, entries.length)))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function ofType(found: Shape, resolve: Resolve): fc.Arbitrary<unknown> {
  if (found.type === 'object') return record(found, resolve)
  if (found.type === 'array') {
    const item = found.items === undefined ? oddValue : valid(found.items, resolve)
    return fc.array(item, { minLength: found.minItems, maxLength: Math.min(found.maxItems, 20) })
  }
  if (found.type === 'boolean') return fc.boolean()
  if (found.type === 'null') return fc.constant(null)
  if (found.type === 'string') return text(found)
  const { minimum: min, maximum: max } = found
  if (found.type === 'integer')
    return fc.oneof(
      fc.integer(within(min, max)),
      fc.bigInt({ min: BigInt(min), max: BigInt(max) }).map(Number),
    )
  if (found.type === 'number') return fc.double({ min, max, noNaN: true })
  return oddValue
}

/** Small numbers meet more rules than large ones. */
function within(min: number, max: number): { min: number; max: number } {
  const low = Math.max(min, -1000)
  return { min: low, max: Math.max(low, Math.min(max, 100_000)) }
}

function record(found: Shape, resolve: Resolve): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(found.properties).map(([name, schema]) => [name, valid(schema, resolve)]),
  )
  const required = found.required.filter((name) => name in fields)
  const least = Object.fromEntries(required.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
  // With every field that may be there, some rule forbids nearly each of them.
  const known = fc.oneof(fc.record(least), fc.record(fields, { requiredKeys: required }))
  if (typeof found.additionalProperties === 'boolean') return known
  const more = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 10 }),
    valid(found.additionalProperties, resolve),
    {
      maxKeys: 5,
    },
  )
  return fc.tuple(known, more).map(([one, two]) => ({ ...one, ...two }))
}

/** Nothing is ever sent to another machine: addresses are of this one. */
const urls = [
  'http://127.0.0.1:1/hook',
  'http://localhost:9/',
  'https://[::1]:1/a?b=c#d',
  'http://127.0.0.1:1/%ff',
]

function text({ format, pattern, minLength, maxLength }: Shape): fc.Arbitrary<string> {
  if (format === 'uri') return fc.constantFrom(...urls)
  if (format === 'date-time') return day().map((date) => date.toISOString())
  if (format === 'date') return day().map((date) => date.toISOString().slice(0, 10))
  const long = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 300)) }
  const free = fc.string({ unit: 'grapheme', ...long })
  if (pattern === undefined) return free
  const fits = new RegExp(pattern, 'u')
  // What a pattern only forbids is found sooner by chance.
  if (pattern.startsWith('^[^') && pattern.endsWith(']*$')) return free.filter((one) => fits.test(one))
  if (pattern.includes('@')) return fc.emailAddress()
  return fc.stringMatching(new RegExp(pattern)).map((one) => one.slice(0, maxLength))
}

function day(): fc.Arbitrary<Date> {
  const near = { min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }
  const far = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }
  return fc.oneof(fc.date(near), fc.date(far))
}
