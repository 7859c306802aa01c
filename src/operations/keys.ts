import { ApiError } from '../core/error.ts'
import { iso, ms } from '../core/instant.ts'
import { tierLimits } from '../core/keys.ts'
import { expand } from '../core/scopes.ts'
import type { Atom } from '../contract/scopes.ts'
import type { KeyRow } from '../store/rows.ts'
import type { Call, Op } from './call.ts'
import {
  findKey,
  findWithin,
  isAdmin,
  keyRow,
  keyView,
  refuseEscalation,
  requireOtherAdmin,
  revoked,
} from './key-rows.ts'
import { listPage } from './paging.ts'

/** @throws ApiError SCOPE_UNKNOWN, SCOPE_ESCALATION */
function grant(call: Call, scopes: readonly string[]): readonly Atom[] {
  const granted = expand(scopes)
  if (!granted.ok) {
    const details = granted.unknown.map(({ name, suggestion }) => ({
      pointer: `/scopes/${scopes.indexOf(name)}`,
      code: 'unknown_scope',
      message: `“${name}” is not a scope.${suggestion === null ? '' : ` Did you mean “${suggestion}”?`}`,
    }))
    throw new ApiError('SCOPE_UNKNOWN', details.map((one) => one.message).join(' '), {
      param: 'scopes',
      details,
    })
  }
  refuseEscalation(call, granted.permissions, 'A key can only grant what it holds itself')
  return granted.permissions
}

function refusePast(expires_at: string | null | undefined, now: number): void {
  if (expires_at === undefined || expires_at === null || ms(expires_at) > now) return
  throw new ApiError(
    'VALIDATION_FAILED',
    `expires_at is ${expires_at}: choose an instant after ${iso(now)}.`,
    {
      param: 'expires_at',
      details: [
        { pointer: '/expires_at', code: 'too_early', message: `expires_at must be after ${iso(now)}.` },
      ],
    },
  )
}

export const create: Op<'keys', 'create'> = async (tx, input, call) => {
  const permissions = grant(call, input.scopes)
  refusePast(input.expires_at, call.now)
  const secret = call.newSecret()
  const { rate_limit, ...draft } = input
  const key = keyRow(call, secret, { ...draft, ...rate_limit, permissions })
  await tx.insert('keys', key)
  return { ...keyView(key, call.now), secret }
}

export const list: Op<'keys', 'list'> = async (tx, input, call) =>
  await listPage(tx, call, input, { table: 'keys', view: (row) => keyView(row, call.now) })

export const get: Op<'keys', 'get'> = async (tx, { id }, call) => keyView(await findKey(tx, id), call.now)

export const update: Op<'keys', 'update'> = async (tx, { id, rate_limit, ...changes }, call) => {
  const key = await findWithin(tx, id, call)
  if (key.revoked_at !== null) throw revoked(key)
  refusePast(changes.expires_at, call.now)
  const permissions = changes.scopes === undefined ? key.permissions : grant(call, changes.scopes)
  const limits = changes.tier === undefined ? key : tierLimits[changes.tier]
  const changed: KeyRow = {
    ...key,
    name: changes.name ?? key.name,
    scopes: changes.scopes ?? key.scopes,
    permissions,
    tier: changes.tier ?? key.tier,
    per_minute: rate_limit?.per_minute ?? limits.per_minute,
    burst: rate_limit?.burst ?? limits.burst,
    daily_quota: changes.daily_quota === undefined ? key.daily_quota : changes.daily_quota,
    expires_at: changes.expires_at === undefined ? key.expires_at : changes.expires_at,
  }
  if (!isAdmin(changed)) await requireOtherAdmin(tx, key, call)
  await tx.update('keys', changed)
  return keyView(changed, call.now)
}

export { revoke, rotate, usage } from './key-lifecycle.ts'
