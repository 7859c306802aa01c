import { randomBytes } from 'node:crypto'
import { ApiError } from '../core/error.ts'
import { parseIdempotencyKey, seal, unseal } from '../core/idempotency.ts'
import { hashSecret } from '../core/keys.ts'
import { iso } from '../core/instant.ts'
import type { Route } from '../contract/route.ts'
import type { IdempotencyRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Exchange } from './exchange.ts'

const keptMs = 24 * 3600 * 1000

/** Keys whose first request is still running in this process. */
export type InFlight = Set<string>

/** One logical write: the claim of its idempotency key and the memory of its answer. */
export interface Claim {
  readonly id: string
  readonly fingerprint: string
}

export function readIdempotencyKey(exchange: Exchange, route: Route): string | null {
  const header = exchange.node.headers['idempotency-key']
  if (header === undefined || route.method === 'GET') return null
  return parseIdempotencyKey(Array.isArray(header) ? header.join(',') : header)
}

export function claimId(keyId: string, idempotencyKey: string): string {
  return `${keyId}:${hashSecret(idempotencyKey)}`
}

/** Runs `work` unless the same key's first request is under way. @throws ApiError IDEMPOTENCY_IN_PROGRESS */
export async function exclusively<A>(inFlight: InFlight, id: string, work: () => Promise<A>): Promise<A> {
  if (inFlight.has(id)) throw inProgress()
  inFlight.add(id)
  try {
    return await work()
  } finally {
    inFlight.delete(id)
  }
}

/** Keeps other processes from the same key until the transaction ends. @throws ApiError IDEMPOTENCY_IN_PROGRESS */
export async function holdAlone(tx: Tx, { id }: Claim): Promise<void> {
  if (!(await tx.hold(`idempotency ${id}`))) throw inProgress()
}

function inProgress(): ApiError {
  return new ApiError(
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this Idempotency-Key is still running. Try again in 1 s.',
    { param: 'Idempotency-Key', retryAfterSeconds: 1 },
  )
}

/** The stored answer of the same request, if it was made before. @throws ApiError IDEMPOTENCY_KEY_REUSED */
export async function recall(tx: Tx, claim: Claim, now: number): Promise<IdempotencyRow | undefined> {
  const row = await tx.get('idempotency', claim.id)
  if (row === undefined) return undefined
  if (row.expires_at <= iso(now)) {
    await tx.remove('idempotency', row.id)
    return undefined
  }
  if (row.fingerprint === claim.fingerprint) return row
  throw new ApiError(
    'IDEMPOTENCY_KEY_REUSED',
    `This Idempotency-Key was used for another request (${row.request_id}). Use a new key for a new request.`,
    { param: 'Idempotency-Key', details: { original_request_id: row.request_id } },
  )
}

/** Keeps the answer with the effect, in one transaction. One-time secrets are sealed with what only the caller has. */
export async function remember(tx: Tx, claim: Claim, exchange: Exchange, route: Route): Promise<void> {
  const { answer, secret, idempotencyKey } = exchange
  const secrets = route.secrets ?? []
  const blanked = secrets.length === 0 ? null : blank(JSON.parse(answer.body), secrets)
  await tx.insert('idempotency', {
    id: claim.id,
    fingerprint: claim.fingerprint,
    request_id: exchange.id,
    status: answer.status,
    location: answer.headers['location'] ?? null,
    body: blanked === null ? answer.body : JSON.stringify(blanked),
    sealed: blanked === null ? null : seal(secret, idempotencyKey ?? '', answer.body, randomBytes),
    expires_at: iso(exchange.at + keptMs),
  })
}

function blank(body: object, secrets: readonly string[]): object | null {
  const held = secrets.filter((name) => typeof Reflect.get(body, name) === 'string')
  if (held.length === 0) return null
  return { ...body, ...Object.fromEntries(held.map((name) => [name, null])), secret_unavailable: true }
}

/** The first answer again, byte for byte; its secrets only for the API secret that saw them the first time. */
export function replay(row: IdempotencyRow, exchange: Exchange): void {
  const { answer } = exchange
  answer.status = row.status
  answer.headers['idempotent-replayed'] = 'true'
  answer.headers['x-original-request-id'] = row.request_id
  if (row.location !== null) answer.headers['location'] = row.location
  const whole =
    row.sealed === null ? row.body : unseal(exchange.secret, exchange.idempotencyKey ?? '', row.sealed)
  answer.body = whole ?? row.body
}
