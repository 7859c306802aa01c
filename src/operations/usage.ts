import { longestUsageDays } from '../contract/usage.ts'
import { addDays } from '../core/instant.ts'
import { noCounts, ofKey, plus, type Counts } from '../core/usage.ts'
import type { UsageRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'
import type { Op } from './call.ts'
import { rangeOf, refuseLonger } from './usage-range.ts'

const slice = 500

export const get: Op<'usage', 'get'> = async (tx, asked, call) => {
  const { from, to } = rangeOf(asked, call.now)
  refuseLonger({ from, to }, longestUsageDays)
  const byDay = new Map<string, Counts>()
  const byKey = new Map<string, Counts>()
  for await (const rows of slicesOf(tx, from, to)) {
    for (const row of rows) {
      byDay.set(row.day, plus(byDay.get(row.day) ?? noCounts, row))
      if (row.key_id !== null) byKey.set(row.key_id, plus(byKey.get(row.key_id) ?? noCounts, row))
    }
  }
  const total = [...byDay.values()].reduce(plus, noCounts)
  const by_day = daysOf(from, to).map((day) => ({ day, ...(byDay.get(day) ?? noCounts) }))
  return { object: 'usage' as const, from, to, ...total, by_day, by_key: await keysOf(tx, byKey) }
}

/** Their order begins with the day: only what lies in the range is read. */
async function* slicesOf(tx: ReadTx, from: string, to: string): AsyncGenerator<UsageRow[]> {
  for (let after = from; ;) {
    const { rows, more } = await tx.page('usage', { direction: 'oldest', limit: slice, after })
    yield rows.filter((row) => row.day <= to)
    const last = rows.at(-1)
    if (!more || last === undefined || last.day > to) return
    after = last.id
  }
}

function daysOf(from: string, to: string): string[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

async function keysOf(tx: ReadTx, byKey: ReadonlyMap<string, Counts>) {
  const keys = []
  for (const [key_id, counts] of byKey) {
    const key = await tx.get('keys', key_id)
    keys.push({ key_id, name: key?.name ?? null, last4: key?.last4 ?? null, ...ofKey(counts) })
  }
  return keys.toSorted((a, b) => b.requests - a.requests || (a.key_id < b.key_id ? -1 : 1))
}
