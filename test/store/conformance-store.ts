import { afterEach, beforeEach } from 'vitest'
import type { InviteRow } from '../../src/store/rows.ts'
import type { IndexName } from '../../src/store/tables.ts'
import type { PageQuery, Store, Tx } from '../../src/store/types.ts'
import { invite, inviteId } from './rows.ts'

/** A store with nothing in it. */
export type OpenStore = () => Promise<Store>

/** A fresh store for each test, and what most of them do with it. Invites are known by their numbers. */
export function underTest(open: OpenStore) {
  let current: Store | null = null
  const store = (): Store => {
    if (current === null) throw new Error('Only within a test.')
    return current
  }
  beforeEach(async () => {
    current = await open()
  })
  afterEach(async () => store().close())

  const write = async (work: (tx: Tx) => Promise<unknown>): Promise<void> => {
    await store().transact(async (tx) => void (await work(tx)))
  }
  return {
    get store(): Store {
      return store()
    },
    write,
    async invites(numbers: readonly number[], facts: Partial<InviteRow> = {}): Promise<void> {
      await write(async (tx) => {
        for (const number of numbers) await tx.insert('invites', invite(number, facts))
      })
    },
    async stored(number: number): Promise<InviteRow | undefined> {
      return store().read(async (tx) => tx.get('invites', inviteId(number)))
    },
    async found(index: IndexName<'invites'>, key: string): Promise<number[]> {
      return numbersOf(await store().read(async (tx) => tx.find('invites', index, key)))
    },
    async page(query: PageQuery<'invites'>): Promise<{ numbers: number[]; more: boolean }> {
      const { rows, more } = await store().read(async (tx) => tx.page('invites', query))
      return { numbers: numbersOf(rows), more }
    },
  }
}

function numbersOf(rows: readonly InviteRow[]): number[] {
  return rows.map(({ id }) => Number(id.slice(4)))
}
