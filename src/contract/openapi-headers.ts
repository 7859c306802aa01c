import type { Json } from './openapi-schemas.ts'
import type { Route } from './route.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }

/** Headers of answers, by their name. */
const headers: Readonly<Record<string, { readonly description: string; readonly schema: Json }>> = {
  'X-Request-Id': { description: 'Id of this request; name it when you ask for help.', schema: text },
  Location: { description: 'Address of what was made.', schema: text },
  'Idempotent-Replayed': {
    description:
      'Sent with an `Idempotency-Key`: `true` when this is the stored answer to an earlier request.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'X-Original-Request-Id': {
    description: 'On a replay: id of the request that was carried out.',
    schema: text,
  },
  'X-Key-Expires-At': {
    description: 'On the outgoing secret of a rotation: when it stops working.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'Limits of the key, such as `"burst";q=100;w=6, "minute";q=1000;w=60`.',
    schema: text,
  },
  RateLimit: { description: 'What is left of both limits and until when, in seconds.', schema: text },
  'X-RateLimit-Limit': { description: 'Requests per minute.', schema: integer },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute.', schema: integer },
  'X-RateLimit-Reset': { description: 'When the minute is over, in epoch seconds.', schema: integer },
  'X-Should-Retry': {
    description: 'Whether the same request can succeed later.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text },
}

export function headerComponents(): Json {
  return Object.fromEntries(Object.entries(headers).map(([name, header]) => [componentName(name), header]))
}

const limits = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

export function successHeaders(route: Route, status: number): Json {
  const names = ['X-Request-Id']
  if (status === 201 && route.location !== undefined) names.push('Location')
  if (route.access !== 'public') names.push(...limits, 'X-Key-Expires-At')
  if (route.method !== 'GET') names.push('Idempotent-Replayed', 'X-Original-Request-Id')
  return linked(names)
}

export function errorHeaders(status: number, retryable: boolean): Json {
  const names = ['X-Request-Id', 'X-Should-Retry']
  if (retryable || status === 429) names.push('Retry-After')
  if (status === 401 || status === 403) names.push('WWW-Authenticate')
  return linked(names)
}

function linked(names: readonly string[]): Json {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${componentName(name)}` }]),
  )
}

function componentName(header: string): string {
  return header.replaceAll('-', '')
}
