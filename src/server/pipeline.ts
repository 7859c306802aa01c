import { fingerprint } from '../core/idempotency.ts'
import { ApiError } from '../core/error.ts'
import { nearest } from '../core/nearest.ts'
import { missing, spellings } from '../core/scopes.ts'
import { validate } from '../contract/validate.ts'
import type { Row } from '../contract/index.ts'
import type { Atom } from '../contract/scopes.ts'
import type { KeyRow } from '../store/rows.ts'
import { authenticate } from './authenticate.ts'
import { claimId, readIdempotencyKey } from './idempotency.ts'
import type { Exchange } from './exchange.ts'
import { execute, type Runner } from './execute.ts'
import { parseBody } from './parse-body.ts'
import { readBody } from './read-body.ts'
import type { Service } from './service.ts'
import { settle } from './settle.ts'
import { streams } from './streams.ts'

/** The request as a list of steps, in the order that the contract fixes; whichever throws first is the answer. */
export async function handle(
  service: Service,
  row: Row,
  runner: Runner | null,
  exchange: Exchange,
): Promise<void> {
  const { route } = row
  exchange.route = route.path
  const params = decoded(exchange)
  requireAccepted(exchange, route.stream ? 'text/event-stream' : 'application/json')
  await readBody(exchange)
  if (route.access !== 'public') await admit(service, route.access, exchange)
  if (route.path.startsWith('/v1/') && route.mode !== 'sandbox') await service.faults?.meet(exchange)
  const body = parseBody(exchange, route)
  exchange.idempotencyKey = readIdempotencyKey(exchange, route)
  const parts = { params, query: queryOf(exchange), body }
  const checked = validate(route, parts, nearest)
  if (!checked.ok) throw validationFailed(checked.problems)
  if (route.settles !== undefined) await settle(service, route.settles, route.method === 'GET')
  if (runner === null) return await openStream(service, row, exchange, checked.input)
  const claim =
    exchange.key === null || exchange.idempotencyKey === null
      ? null
      : {
          id: claimId(exchange.key.id, exchange.idempotencyKey),
          fingerprint: fingerprint({ method: route.method, route: route.path, ...parts }),
        }
  await execute(service, { row, runner, exchange, input: checked.input, claim })
}

async function admit(service: Service, access: 'key' | readonly Atom[], exchange: Exchange): Promise<void> {
  const key = await authenticate(service, exchange)
  await service.limiter.take(key, exchange)
  await service.usage.checkQuota(key, exchange)
  if (access !== 'key') requireScopes(key, access)
}

function requireScopes(key: KeyRow, needed: readonly Atom[]): void {
  const lacking = missing(key.permissions, needed)
  if (lacking.length === 0) return
  const required = spellings(needed)
  throw new ApiError(
    'SCOPE_INSUFFICIENT',
    `This key lacks ${lacking.join(' and ')}. Use a key with one of: ${required.join(', ')}.`,
    {
      details: { required, missing: lacking, scopes: key.scopes },
    },
  )
}

/** @throws ApiError NOT_ACCEPTABLE */
function requireAccepted(exchange: Exchange, offered: 'application/json' | 'text/event-stream'): void {
  const { accept } = exchange.node.headers
  const [family] = offered.split('/')
  if (accept === undefined || accept.includes('*/*') || accept.includes(`${family}/*`)) return
  if (accept.toLowerCase().includes(offered) || (family === 'application' && /\+json/i.test(accept))) return
  throw new ApiError(
    'NOT_ACCEPTABLE',
    `This route answers ${offered}, which “Accept: ${accept}” does not allow.`,
  )
}

async function openStream(service: Service, row: Row, exchange: Exchange, input: unknown): Promise<void> {
  const open: unknown = Reflect.get(streams, row.resource)
  if (typeof open !== 'function') throw new Error(`No stream behind ${row.name}`)
  exchange.answer.status = 200
  exchange.answer.headers['content-type'] = 'text/event-stream'
  // A HEAD asks for the headers only: a stream nobody reads would stay open for ever.
  if (exchange.method === 'HEAD') return
  exchange.answer.stream = await open(service, input, exchange)
  // Kept alive after its stream, the connection would hold up the end of the server.
  exchange.answer.headers['connection'] = 'close'
}

/** @throws ApiError ROUTE_NOT_FOUND when an escape in the path is broken */
function decoded(exchange: Exchange): Record<string, string> {
  const entries = Object.entries(exchange.params)
  try {
    return Object.fromEntries(entries.map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    throw new ApiError('ROUTE_NOT_FOUND', `The path ${exchange.path} holds a broken %-escape.`)
  }
}

function queryOf(exchange: Exchange): Record<string, string | string[]> {
  if (exchange.search === '') return {}
  const found = new URLSearchParams(exchange.search)
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(found.keys())) {
    const values = found.getAll(name)
    query[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return query
}

function validationFailed(problems: readonly { pointer: string; code: string; message: string }[]): ApiError {
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more in details)` : ''
  return new ApiError('VALIDATION_FAILED', `${first?.message ?? 'The request is not valid.'}${more}`, {
    details: problems,
    ...(first !== undefined && { param: first.pointer.replace(/^\//, '').replaceAll('/', '.') }),
  })
}
