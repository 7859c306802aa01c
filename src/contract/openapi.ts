import { commonErrors, errorBody, errorCatalogue, type ErrorCode } from './errors.ts'
import { rows, type Row } from './index.ts'
import { errorHeaders, headerComponents, successHeaders } from './openapi-headers.ts'
import { parameterComponents, parametersOf } from './openapi-parameters.ts'
import { SchemaBook, type Json } from './openapi-schemas.ts'
import type { Route } from './route.ts'
import { atoms, scopeNames } from './scopes.ts'

/** A row of the table, as far as the document shows it. */
export type Documented = Pick<Row, 'name' | 'route'> & { readonly resource: string }

/** The API as an OpenAPI 3.1 document: everything in it is read from the table. */
export function openapi(
  version: string,
  baseUrl: string,
  mode: 'sandbox' | 'live',
  table: readonly Documented[] = rows(),
): Json {
  const present = table.filter(({ route }) => route.mode === undefined || route.mode === mode)
  const writer: Writer = { book: new SchemaBook(), refusals: new Map() }
  const paths = pathsOf(present, writer)
  const used = new Set(present.map(({ resource }) => resource))
  return {
    openapi: '3.1.1',
    info: {
      title: 'skillpass',
      version,
      summary: 'Skill verification: invites, scored results, skill passports.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: mode === 'live' ? 'Live' : 'Sandbox' }],
    security: [{ apiKey: [] }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: keyDescription() } },
      parameters: parameterComponents(present.map(({ route }) => route)),
      headers: headerComponents(),
      responses: Object.fromEntries(
        [...writer.refusals.values()].map(({ name, response }) => [name, response]),
      ),
      schemas: Object.fromEntries([...writer.book.components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

const introduction =
  'Every request but the public ones carries `Authorization: Bearer <key>`. Fields of requests may be written in ' +
  'snake_case or camelCase. Instants are RFC 3339 in UTC with milliseconds, days are `YYYY-MM-DD`, spans are whole ' +
  'seconds. Lists are newest first: pass `next_cursor` as `cursor` until `has_more` is false.'

const tags: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'invites', description: 'Invite candidates to an assessment and walk the invite to its result.' },
  { name: 'results', description: 'Scores of finished assessments.' },
  { name: 'verify', description: 'Skill passports: what a user can do, how sure that is, and why.' },
  { name: 'users', description: 'The people who have skills.' },
  { name: 'evidence', description: 'What a score is made of: sessions, assessments, endorsements.' },
  { name: 'skills', description: 'The catalogue of skills.' },
  { name: 'events', description: 'What happened, in order.' },
  { name: 'webhooks', description: 'Endpoints that events are sent to, signed and retried.' },
  { name: 'deliveries', description: 'One event on its way to one webhook, with every attempt.' },
  { name: 'keys', description: 'API keys: scopes, limits, rotation.' },
  { name: 'logs', description: 'Requests that this server answered.' },
  { name: 'usage', description: 'What was asked and delivered, by day and by key.' },
  { name: 'me', description: 'The key that calls.' },
  { name: 'errors', description: 'Every error code with cause, resolution and a request that provokes it.' },
  { name: 'sandbox', description: 'Sandbox only: reset, clock, trigger, faults, mail.' },
  { name: 'documents', description: 'This document, and the health of the server.' },
]

function keyDescription(): string {
  const names = Object.entries(scopeNames).map(([name, held]) => `- \`${name}\`: ${held.join(' ')}`)
  return [
    'An API key: `sk_live_…` on a live server, `sk_test_…` in a sandbox. What it may do is the sum of its scopes; ' +
      '`x:write` includes `x:read`.',
    `Single scopes: ${atoms.map((atom) => `\`${atom}\``).join(' ')}`,
    ['Short names:', ...names].join('\n'),
  ].join('\n\n')
}

interface Writer {
  readonly book: SchemaBook
  /** Refusals that many operations share, by their content. */
  readonly refusals: Map<string, { readonly name: string; readonly response: Json }>
}

function pathsOf(present: readonly Documented[], writer: Writer): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const row of present) {
    const { path, aliases = [], method } = row.route
    for (const [place, address] of [path, ...aliases].entries()) {
      const operationId = place === 0 ? row.name : `${row.name}.alias${place === 1 ? '' : place}`
      const item = (paths[address] ??= {})
      item[method.toLowerCase()] = operation(row, operationId, writer)
    }
  }
  return paths
}

function operation({ route, resource }: Documented, operationId: string, writer: Writer): Json {
  return {
    operationId,
    tags: [resource],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    ...security(route),
    parameters: parametersOf(route, writer.book),
    ...requestBody(route, writer.book),
    responses: { ...successes(route, writer.book), ...refusals(route, writer) },
  }
}

function security({ access }: Route): Json {
  if (access === 'public') return { security: [] }
  return access === 'key' ? {} : { security: [{ apiKey: access }] }
}

function requestBody({ body, example, method }: Route, book: SchemaBook): Json {
  if (body === undefined || method === 'GET') return {}
  const content = {
    'application/json': { schema: book.accepted(body), ...(example.body && { example: example.body }) },
  }
  return { requestBody: { required: !body.safeParse({}).success, content } }
}

function successes(route: Route, book: SchemaBook): Json {
  const answers = Object.entries(route.responses).map(([status, schema]) => [
    status,
    {
      description: successText(route, status),
      headers: successHeaders(route, Number(status)),
      content: { [route.stream ? 'text/event-stream' : 'application/json']: { schema: book.sent(schema) } },
    },
  ])
  return Object.fromEntries(answers)
}

function successText(route: Route, status: string): string {
  if (route.stream) return 'Server-sent events without end. The schema is that of the `data` of one message.'
  if (status === '202') return 'Accepted: it goes on in the background.'
  return status === '201' ? 'Created.' : 'Done.'
}

function refusals(route: Route, writer: Writer): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set([...commonErrors(route), ...route.errors])) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusal(status, codes, writer)]))
}

function refusal(status: number, codes: readonly ErrorCode[], { book, refusals: known }: Writer): Json {
  const key = codes.join(' ')
  const earlier = known.get(key)
  const name =
    earlier?.name ??
    `Refused${status}_${[...known.values()].filter((one) => one.name.includes(`${status}`)).length + 1}`
  if (earlier === undefined) known.set(key, { name, response: refusalResponse(status, codes, book) })
  return { $ref: `#/components/responses/${name}` }
}

function refusalResponse(status: number, codes: readonly ErrorCode[], book: SchemaBook): Json {
  return {
    description: codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].title}.`).join('\n'),
    headers: errorHeaders(
      status,
      codes.some((code) => errorCatalogue[code].retryable),
    ),
    content: { 'application/json': { schema: book.sent(errorBody()) } },
    'x-error-codes': codes,
  }
}
