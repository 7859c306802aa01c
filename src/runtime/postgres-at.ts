import { pagesOf } from '../keeper/pages.ts'
import type { Shared } from '../store/shared.ts'
import type { Store } from '../store/types.ts'
import { StoreOpenError } from '../store/types.ts'
import type { OpenedStore } from './store-at.ts'

/** What the driver hands out. */
export interface PostgresStore extends Store {
  readonly shared: Shared
  /** The database in words, free of secrets. */
  readonly description: string
}

export type OpenPostgres = (options: {
  readonly url: string
  readonly onNotice: (text: string) => void
}) => Promise<PostgresStore>

/** @throws StoreOpenError */
export async function openPostgresAt(url: string, onNotice: (text: string) => void): Promise<OpenedStore> {
  const open = driver()
  if (open === null)
    throw new StoreOpenError('unsupported', 'This build of skillpass has no PostgreSQL driver.', '')
  const store = await open({ url, onNotice })
  return {
    store,
    shared: store.shared,
    label: store.description,
    // Any number of processes have it open.
    announce: async () => undefined,
    rows: async () => null,
    changes: (tables) => pagesOf(store, tables),
    compact: async () => ({ what: '', before: 0, after: 0 }),
  }
}

function driver(): OpenPostgres | null {
  return null
}
