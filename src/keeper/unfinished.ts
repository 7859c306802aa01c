import type { ReadTx, Store } from '../store/types.ts'
import { StoreOpenError } from '../store/types.ts'

/** Rows of `meta` that stand in a store while something fills it, and as long as that was not brought to an end. */
export const marks = { restoring: 'restoring', copying: 'copying' } as const
export type Mark = keyof typeof marks

/** A mark belongs to one store and to none that is made from it. */
export function isMark(id: string): id is Mark {
  return Object.hasOwn(marks, id)
}

/** What a store was being filled by when that broke off; null: it is whole. */
export async function unfinished(tx: Pick<ReadTx, 'get'>): Promise<Mark | null> {
  for (const id of [marks.restoring, marks.copying]) if ((await tx.get('meta', id)) !== undefined) return id
  return null
}

const ways = {
  restoring: 'Run "skillpass store restore" again: it begins anew.',
  copying: 'Run "skillpass store copy" again: it goes on where it broke off.',
} as const

/**
 * Nobody may serve or back up half of a store.
 * @throws StoreOpenError
 */
export async function refuseUnfinished(store: Pick<Store, 'read'>): Promise<void> {
  const mark = await store.read(unfinished)
  if (mark === null) return
  const what = mark === 'restoring' ? 'a restore' : 'a copy'
  throw new StoreOpenError(
    'unreadable',
    `This store holds only a part: ${what} into it never ended.`,
    ways[mark],
  )
}
