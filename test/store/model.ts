import { array, boolean, constantFrom, integer, oneof, record } from 'fast-check'
import { expect } from 'vitest'
import type { InviteRow } from '../../src/store/rows.ts'
import type { Store, Tx } from '../../src/store/types.ts'
import { instant, invite, inviteId } from './rows.ts'

export type Model = ReadonlyMap<string, InviteRow>

export interface Operation {
  readonly kind: 'insert' | 'update' | 'remove' | 'clear'
  readonly row: InviteRow
}

export interface Transaction {
  readonly operations: readonly Operation[]
  /** Ends in an error of its own. */
  readonly fails: boolean
  /** Waits for the answer before the next one is sent. */
  readonly awaited: boolean
}

const rows = record({
  number: integer({ min: 1, max: 40 }),
  skill: constantFrom('react', 'go', 'python'),
  status: constantFrom('pending' as const, 'accepted' as const, 'completed' as const),
  user_id: constantFrom(null, 'ann', 'بوب'),
  expires: integer({ min: 0, max: 5 }),
  filler: integer({ min: 0, max: 300 }),
}).map(({ number, skill, status, user_id, expires, filler }) =>
  invite(number, { skill, status, user_id, expires_at: instant(expires), closed_reason: 'é'.repeat(filler) }),
)
const kinds = oneof(
  { weight: 10, arbitrary: constantFrom('insert' as const, 'update' as const) },
  { weight: 3, arbitrary: constantFrom('remove' as const) },
  { weight: 1, arbitrary: constantFrom('clear' as const) },
)
export const transactions = array(
  record({
    operations: array(record({ kind: kinds, row: rows }), { minLength: 1, maxLength: 5 }),
    fails: boolean(),
    awaited: boolean(),
  }).map((each) => ({ ...each, fails: each.fails && each.operations.length === 3 })),
  { minLength: 10, maxLength: 40 },
)
export async function outcome(work: Promise<void>): Promise<'done' | 'refused'> {
  return work.then(
    () => 'done',
    () => 'refused',
  )
}

/** null: the transaction has to fail. */
export function applied(before: Model, { operations, fails }: Transaction): Model | null {
  const after = new Map(before)
  for (const { kind, row } of operations) {
    if (kind === 'clear') after.clear()
    else if (kind === 'remove') after.delete(row.id)
    else if (after.has(row.id) === (kind === 'insert')) return null
    else after.set(row.id, row)
  }
  return fails ? null : after
}

export async function run(tx: Tx, { operations, fails }: Transaction): Promise<void> {
  for (const { kind, row } of operations) {
    if (kind === 'clear') await tx.clear()
    else if (kind === 'remove') await tx.remove('invites', row.id)
    else await tx[kind]('invites', row)
  }
  if (fails) throw new Error('on purpose')
}

/** All rows, and on the way that every look-up agrees with them. */
export async function everything(store: Store): Promise<Model> {
  return store.transact(async (tx) => {
    const { rows: all } = await tx.page('invites', { limit: 1_000, direction: 'oldest' })
    const pick = (fits: (row: InviteRow) => boolean) => all.filter(fits)
    for (const skill of ['react', 'go', 'python']) {
      expect(await tx.find('invites', 'skill', skill)).toEqual(pick((row) => row.skill === skill))
      const where = { skill, user_id: 'ann' }
      const both = await tx.page('invites', { where, limit: 1_000, direction: 'oldest' })
      expect(both.rows).toEqual(pick((row) => row.skill === skill && row.user_id === 'ann'))
    }
    const due = pick(({ status }) => status !== 'completed').toSorted(
      (a, b) => a.expires_at.localeCompare(b.expires_at) || a.id.localeCompare(b.id),
    )
    expect(await tx.claimDue('invites', instant(9), 1_000)).toEqual(due)
    expect(await tx.nextDue('invites')).toBe(due[0]?.expires_at ?? null)
    for (const number of [1, 17, 40]) {
      expect(await tx.get('invites', inviteId(number))).toEqual(all.find(({ id }) => id === inviteId(number)))
    }
    return new Map(all.map((row) => [row.id, row]))
  })
}
