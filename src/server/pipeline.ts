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

/** The request as a list of steps, in the order that the contract fixes; whichever throws first is the answer. */
export async function handle(service: Service, row: Row, runner: Runner, exchange: Exchange): Promise<void> {
  const { route } = row
  exchange.route = route.path
  requireJsonAccepted(exchange)
  await readBody(exchange)
  if (route.access !== 'public') await admit(service, route.access, exchange)
  const body = parseBody(exchange, route)
  exchange.idempotencyKey = readIdempotencyKey(exchange, route)
  const parts = { params: decoded(exchange), query: queryOf(exchange), body }
  const checked = validate(route, parts, nearest)
  if (!checked.ok) throw validationFailed(checked.problems)
  if (route.settles !== undefined) await service.settle(route.settles)
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
  service.limiter.take(key, exchange)
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

function requireJsonAccepted(exchange: Exchange): void {
  const { accept } = exchange.node.headers
  if (accept === undefined || /\*\/\*|application\/(?:\*|json|problem\+json)/i.test(accept)) return
  throw new ApiError(
    'NOT_ACCEPTABLE',
    `This API answers application/json, which “Accept: ${accept}” does not allow.`,
  )
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
