import { z } from 'zod'

/** The part of an OpenAPI document that requests are made from. */

export type Schema = Readonly<Record<string, unknown>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Schema
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** null: it takes none. */
  readonly body: Schema | null
  readonly statuses: ReadonlySet<string>
}

const schema = z.record(z.string(), z.unknown())
const parameter = z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema })
const reference = z.object({ $ref: z.string() })
const content = z.object({ 'application/json': z.object({ schema }) })
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.union([parameter, reference])).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.unknown()),
})
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const path = z.partialRecord(z.enum(methods), operation)
const document = z.object({
  paths: z.record(z.string(), path),
  components: z.object({
    schemas: z.record(z.string(), schema),
    parameters: z.record(z.string(), parameter),
  }),
})

export interface Document {
  readonly operations: readonly Operation[]
  /** The schema that `#/components/schemas/…` names. */
  schemaAt(reference: string): Schema
}

export function readDocument(text: string): Document {
  const { paths, components } = document.parse(JSON.parse(text))
  const whole = (one: z.infer<typeof parameter> | z.infer<typeof reference>): Parameter =>
    '$ref' in one ? named(components.parameters, one.$ref) : one
  return {
    operations: Object.entries(paths).flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, found]) => ({
        id: found.operationId,
        method: method.toUpperCase(),
        path,
        parameters: found.parameters.map(whole),
        body: found.requestBody?.content['application/json'].schema ?? null,
        statuses: new Set(Object.keys(found.responses)),
      })),
    ),
    schemaAt: (reference) => named(components.schemas, reference),
  }
}

function named<T>(all: Readonly<Record<string, T>>, reference: string): T {
  const found = all[reference.slice(reference.lastIndexOf('/') + 1)]
  if (found === undefined) throw new Error(`The document has no ${reference}`)
  return found
}
