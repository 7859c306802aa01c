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
  let total = noCounts
  const byDay = new Map<string, Counts>()
  const byKey = new Map<string, Counts>()
  for await (const row of rowsOf(tx, from, to)) {
    total = plus(total, row)
    byDay.set(row.day, plus(byDay.get(row.day) ?? noCounts, row))
    if (row.key_id !== null) byKey.set(row.key_id, plus(byKey.get(row.key_id) ?? noCounts, row))
  }
  const by_day = daysOf(from, to).map((date) => ({ date, ...(byDay.get(date) ?? noCounts) }))
  return { object: 'usage' as const, from, to, ...total, by_day, by_key: await keysOf(tx, byKey) }
}

/** Their order begins with the day: only what lies in the range is read. */
async function* rowsOf(tx: ReadTx, from: string, to: string): AsyncGenerator<UsageRow> {
  for (let after = from; ;) {
    const { rows, more } = await tx.page('usage', { direction: 'oldest', limit: slice, after })
    for (const row of rows) {
      if (row.day > to) return
      yield row
    }
    if (!more) return
    after = rows.at(-1)?.id ?? after
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
