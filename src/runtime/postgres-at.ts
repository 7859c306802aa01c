import { pagesOf } from '../keeper/pages.ts'
import { estimatedRows, vacuum } from '../store/postgres/maintenance.ts'
import { openPostgresStore } from '../store/postgres/open.ts'
import type { OpenedStore } from './store-at.ts'

/** @throws StoreOpenError */
export async function openPostgresAt(
  url: string,
  label: string,
  onNotice: (text: string) => void,
): Promise<OpenedStore> {
  const store = await openPostgresStore({ url, onNotice: ({ message }) => onNotice(message) })
  return {
    store,
    shared: store.shared,
    label,
    dir: null,
    // Any number of processes have it open.
    announce: async () => undefined,
    rows: () => estimatedRows(url),
    changes: (tables) => pagesOf(store, tables),
    compact: async () => ({ what: 'The tables were vacuumed and analysed.', ...(await vacuum(url)) }),
  }
}
