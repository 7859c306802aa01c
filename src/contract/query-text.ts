import { z } from 'zod'
import { bare } from './input-case.ts'

/** A query string holds text only: numbers and booleans become what their schema asks for. */
export function fromText(schema: z.ZodObject, query: unknown): unknown {
  const readers = readersOf(schema)
  if (readers.size === 0 || typeof query !== 'object' || query === null) return query
  const read: Record<string, unknown> = { ...query }
  for (const [name, reader] of readers) {
    const value = read[name]
    if (typeof value === 'string') read[name] = reader(value)
  }
  return read
}

type Reader = (text: string) => unknown

const known = new WeakMap<z.ZodObject, ReadonlyMap<string, Reader>>()

function readersOf(schema: z.ZodObject): ReadonlyMap<string, Reader> {
  const readers = known.get(schema) ?? prepared(schema)
  known.set(schema, readers)
  return readers
}

function prepared(schema: z.ZodObject): ReadonlyMap<string, Reader> {
  const readers = new Map<string, Reader>()
  for (const [name, field] of Object.entries(schema.shape)) {
    const inner = bare(field)
    if (inner instanceof z.ZodNumber) readers.set(name, asNumber)
    if (inner instanceof z.ZodBoolean) readers.set(name, asBoolean)
  }
  return readers
}

/** What is no number stays text, so that the schema says what it wants. */
function asNumber(text: string): unknown {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}

function asBoolean(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text
}
