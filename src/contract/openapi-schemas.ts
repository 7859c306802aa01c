import { z } from 'zod'

export type Json = Readonly<Record<string, unknown>>

/** JSON Schemas of the document: named ones become components, the rest stand where they are used. */
export class SchemaBook {
  readonly components = new Map<string, Json>()

  /** What the service sends. */
  sent(schema: z.ZodType): Json {
    return this.#written(schema, 'output')
  }

  /** What the service accepts. */
  accepted(schema: z.ZodType): Json {
    return this.#written(schema, 'input')
  }

  #written(schema: z.ZodType, io: 'input' | 'output'): Json {
    const made: Json = z.toJSONSchema(schema, { io, override: tidy })
    const { $schema: _dialect, $defs: defs, ...root } = made
    for (const [name, definition] of Object.entries(asRecord(defs))) {
      if (!this.components.has(name)) this.components.set(name, asRecord(relinked(definition)))
    }
    return asRecord(relinked(root))
  }
}

interface Override {
  readonly jsonSchema: z.core.JSONSchema.BaseSchema
}

/** Leaves out what says nothing to a reader: patterns beside a format, the bounds of every integer. */
function tidy({ jsonSchema }: Override): void {
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** zod links to `#/$defs/Name`; the document keeps its schemas elsewhere. */
function relinked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relinked)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, content]) => [name, name === '$ref' ? link(content) : relinked(content)]),
  )
}

function link(target: unknown): string {
  return String(target).replace('#/$defs/', '#/components/schemas/')
}

export function asRecord(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
