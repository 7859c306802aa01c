import { ApiError } from '../core/error.ts'
import { addDays, day, iso } from '../core/instant.ts'
import type { KeyRow, UsageRow } from '../store/rows.ts'
import type { Op } from './call.ts'
import { findKey, findWithin, keyStatus, keyView, requireOtherAdmin, revoked, stamp } from './key-rows.ts'

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

const counts = ['requests', 'errors', 'invites_sent', 'verifications_made'] as const

export const usage: Op<'keys', 'usage'> = async (tx, { id, from, to }, call) => {
  await findKey(tx, id)
  const last = to ?? day(call.now)
  const first = from ?? addDays(last, -29)
  if (first > last) {
    throw new ApiError('VALIDATION_FAILED', `from (${first}) is after to (${last}).`, {
      param: 'from',
      details: [{ pointer: 'from', code: 'too_late', message: `from must be ${last} or earlier.` }],
    })
  }
  const rows = await tx.find('usage', 'key_id', id)
  const by_day = rows.filter((row) => row.day >= first && row.day <= last).map(dayOf)
  by_day.sort((a, b) => (a.day < b.day ? -1 : 1))
  const total = Object.fromEntries(
    counts.map((name) => [name, by_day.reduce((sum, one) => sum + one[name], 0)]),
  )
  return { object: 'usage' as const, key_id: id, from: first, to: last, ...blank, ...total, by_day }
}

const blank = { requests: 0, errors: 0, invites_sent: 0, verifications_made: 0 }

function dayOf(row: UsageRow) {
  const { day, requests, errors, invites_sent, verifications_made } = row
  return { day, requests, errors, invites_sent, verifications_made }
}
