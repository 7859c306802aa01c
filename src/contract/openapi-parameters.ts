import type { Json, SchemaBook } from './openapi-schemas.ts'
import type { Route } from './route.ts'

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    '1 to 255 visible ASCII characters of your choice. Within 24 hours a second request with the same key and ' +
    'content has no second effect and gets the stored answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '6f9c1f0e-9f0a-4a55-8f5e-0d0f9f0a1b2c',
}

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    '`id` of the last message received: what came after it is sent first. Without it the stream starts now.',
  schema: { type: 'string' },
}

/** The parameters that many operations share; a document holds only those that it uses. */
export function parameterComponents(routes: readonly Route[]): Json {
  const resumes = routes.some((route) => route.resumes)
  return { IdempotencyKey: idempotencyKey, ...(resumes && { LastEventId: lastEventId }) }
}

/** What an operation takes from path, query and headers. */
export function parametersOf(route: Route, book: SchemaBook): Json[] {
  const { params, query } = route.example
  return [
    ...fields(route.params, 'path', params, book),
    ...fields(route.query, 'query', query, book),
    ...(route.method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ...(route.resumes ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
  ]
}

function fields(
  schema: Route['query'],
  place: 'path' | 'query',
  examples: Json | undefined,
  book: SchemaBook,
): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description, ...rest } = book.accepted(field)
    const example = examples?.[name]
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      schema: rest,
      ...(example !== undefined && rest['type'] === 'string' && { example }),
    }
  })
}
