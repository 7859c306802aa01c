import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import { noCounts, ofKey, plus } from '../core/usage.ts'
import type { KeyRow } from '../store/rows.ts'
import type { Op } from './call.ts'
import { findKey, findWithin, keyStatus, keyView, requireOtherAdmin, revoked, stamp } from './key-rows.ts'
import { rangeOf } from './usage-range.ts'

/** The new secret works at once; the old one until the overlap ends, at the latest until the key itself expires. */
export const rotate: Op<'keys', 'rotate'> = async (tx, { id, overlap_seconds, force }, call) => {
  const key = await findWithin(tx, id, call)
  const now = iso(call.now)
  if (keyStatus(key, now) === 'revoked') throw revoked(key)
  if (key.previous !== null && key.previous.expires_at > now && !force) {
    throw new ApiError(
      'KEY_ROTATION_IN_PROGRESS',
      `The secret …${key.previous.last4} of key ${id} still works until ${key.previous.expires_at}. Wait, or send force: true to end it now.`,
      {
        param: 'id',
        details: { previous: { last4: key.previous.last4, expires_at: key.previous.expires_at } },
      },
    )
  }
  const secret = call.newSecret()
  const changed: KeyRow = {
    ...key,
    ...stamp(secret),
    last_used_at: null,
    previous: outgoing(key, call.now, overlap_seconds),
  }
  await tx.update('keys', changed)
  return { ...keyView(changed, call.now), secret }
}

function outgoing(key: KeyRow, now: number, overlapSeconds: number): KeyRow['previous'] {
  const end = iso(now + overlapSeconds * 1000)
  return {
    hash: key.hash,
    last4: key.last4,
    expires_at: key.expires_at !== null && key.expires_at < end ? key.expires_at : end,
    last_used_at: key.last_used_at,
  }
}

export const revoke: Op<'keys', 'revoke'> = async (tx, { id }, call) => {
  const key = await findWithin(tx, id, call)
  if (key.revoked_at !== null) throw revoked(key)
  await requireOtherAdmin(tx, key, call)
  const changed: KeyRow = { ...key, revoked_at: iso(call.now) }
  await tx.update('keys', changed)
  return keyView(changed, call.now)
}

export const usage: Op<'keys', 'usage'> = async (tx, { id, ...asked }, call) => {
  await findKey(tx, id)
  const { from, to } = rangeOf(asked, call.now)
  const rows = await tx.find('usage', 'key_id', id)
  const within = rows.filter((row) => row.day >= from && row.day <= to)
  const by_day = within
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .map((row) => ({ day: row.day, ...ofKey(plus(noCounts, row)) }))
  const total = ofKey(within.reduce(plus, noCounts))
  return { object: 'usage' as const, key_id: id, from, to, ...total, by_day }
}
