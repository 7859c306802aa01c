import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Notice } from '../../src/store/json/notice.ts'
import { openJsonStore, type JsonStore, type JsonStoreOptions } from '../../src/store/json/open.ts'
import { StoreOpenError, type Store } from '../../src/store/types.ts'
import { invite } from './rows.ts'

export async function opened(dir: string, options: Partial<JsonStoreOptions> = {}): Promise<JsonStore> {
  return openJsonStore({ dir, onNotice: () => undefined, ...options })
}

/** Opens, looks, closes. */
export async function looked<A>(
  dir: string,
  look: (store: Store) => Promise<A>,
  options: Partial<JsonStoreOptions> = {},
) {
  const notices: Notice[] = []
  const store = await opened(dir, { onNotice: (notice) => notices.push(notice), ...options })
  try {
    return { seen: await look(store), notices }
  } finally {
    await store.close()
  }
}

/** Why it does not open. */
export async function refusal(dir: string): Promise<StoreOpenError> {
  try {
    await (await opened(dir)).close()
  } catch (error) {
    if (error instanceof StoreOpenError) return error
    throw error
  }
  throw new Error('It opened.')
}

export async function putInvites(store: Store, numbers: readonly number[], facts = {}): Promise<void> {
  await store.transact(async (tx) => {
    for (const number of numbers) await tx.insert('invites', invite(number, facts))
  })
}

/** The numbers of all invites, oldest first. */
export async function inviteNumbers(store: Store): Promise<number[]> {
  const { rows } = await store.read(async (tx) => tx.page('invites', { limit: 1e6, direction: 'oldest' }))
  return rows.map(({ id }) => Number(id.slice(4)))
}

/** Every file of a folder with its bytes. */
export async function contents(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir)).toSorted()
  const bytes = await Promise.all(names.map(async (name) => readFile(join(dir, name), 'latin1')))
  return Object.fromEntries(names.map((name, index) => [name, bytes[index] ?? '']))
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

/** Waits until the journal was folded into the snapshot: one segment is left, and it is not the first. */
export async function folded(dir: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const names = await readdir(dir)
      const segments = names.filter((name) => name.startsWith('journal-'))
      if (segments.length === 1 && segments[0] !== 'journal-0000000000000001' && names.includes('snapshot'))
        return
      throw new Error(`Not yet folded: ${names.join(' ')}`)
    },
    { timeout: 30_000, interval: 5 },
  )
}
