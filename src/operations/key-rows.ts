import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import { hashSecret, secretFace, tierLimits } from '../core/keys.ts'
import { missing } from '../core/scopes.ts'
import { atoms, type Atom } from '../contract/scopes.ts'
import type { KeyRow, KeyTier } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'
import type { Call } from './call.ts'

export function keyStatus(key: KeyRow, now: string): 'active' | 'revoked' | 'expired' {
  if (key.revoked_at !== null) return 'revoked'
  return key.expires_at !== null && key.expires_at <= now ? 'expired' : 'active'
}

export function keyView(key: KeyRow, nowMs: number) {
  const now = iso(nowMs)
  const { previous } = key
  return {
    id: key.id,
    object: 'api_key' as const,
    name: key.name,
    tier: key.tier,
    prefix: key.prefix,
    last4: key.last4,
    scopes: [...key.scopes],
    permissions: [...key.permissions],
    rate_limit: { per_minute: key.per_minute, burst: key.burst },
    daily_quota: key.daily_quota,
    status: keyStatus(key, now),
    mode: key.mode,
    created_at: key.created_at,
    expires_at: key.expires_at,
    last_used_at: key.last_used_at,
    revoked_at: key.revoked_at,
    previous:
      previous !== null && previous.expires_at > now
        ? { last4: previous.last4, expires_at: previous.expires_at, last_used_at: previous.last_used_at }
        : null,
  }
}

export async function findKey(tx: ReadTx, id: string): Promise<KeyRow> {
  const key = await tx.get('keys', id)
  if (key === undefined) throw new ApiError('KEY_NOT_FOUND', `There is no key ${id}.`, { param: 'id' })
  return key
}

/** Nobody touches a key that can do more than the one in their hand. */
export async function findWithin(tx: ReadTx, id: string, call: Call): Promise<KeyRow> {
  const key = await findKey(tx, id)
  refuseEscalation(call, key.permissions, `Key ${id} holds more than yours does`)
  return key
}

export function refuseEscalation(call: Call, wanted: readonly Atom[], what: string): void {
  const lacking = call.key === null ? [] : missing(call.key.permissions, wanted)
  if (lacking.length === 0) return
  throw new ApiError('SCOPE_ESCALATION', `${what}: ${lacking.join(', ')}. Use a key that has them.`, {
    param: 'scopes',
    details: { missing: lacking },
  })
}

export function stamp(secret: string) {
  return { ...secretFace(secret), hash: hashSecret(secret) }
}

export interface KeyDraft {
  readonly name: string
  readonly tier: KeyTier
  readonly scopes: readonly string[]
  readonly permissions: readonly Atom[]
  readonly per_minute?: number | undefined
  readonly burst?: number | undefined
  readonly daily_quota?: number | null | undefined
  readonly expires_at?: string | null | undefined
}

/** A new key row around a secret that the caller shows once or already knows. */
export function keyRow(call: Pick<Call, 'newId' | 'now' | 'mode'>, secret: string, draft: KeyDraft): KeyRow {
  const limits = tierLimits[draft.tier]
  return {
    id: call.newId('key'),
    ...stamp(secret),
    name: draft.name,
    tier: draft.tier,
    scopes: draft.scopes,
    permissions: draft.permissions,
    per_minute: draft.per_minute ?? limits.per_minute,
    burst: draft.burst ?? limits.burst,
    daily_quota: draft.daily_quota ?? null,
    mode: call.mode,
    created_at: iso(call.now),
    expires_at: draft.expires_at ?? null,
    last_used_at: null,
    revoked_at: null,
    previous: null,
  }
}

export function isAdmin(key: KeyRow): boolean {
  return key.permissions.length === atoms.length
}

/** Without one working admin key nobody could ever make another. */
export async function requireOtherAdmin(tx: ReadTx, key: KeyRow, call: Call): Promise<void> {
  if (!isAdmin(key)) return
  const admins = await tx.find('keys', 'admin', 'yes')
  if (admins.some((other) => other.id !== key.id && keyStatus(other, iso(call.now)) === 'active')) return
  throw new ApiError(
    'KEY_LAST_ADMIN',
    `Key ${key.id} is the last one with admin. Create another one first.`,
    {
      param: 'id',
    },
  )
}

export function revoked(key: KeyRow): ApiError {
  return new ApiError('KEY_REVOKED', `Key ${key.id} was revoked on ${key.revoked_at}. Create a new one.`, {
    param: 'id',
  })
}
