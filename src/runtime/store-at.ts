import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openJsonStore } from '../store/json/open.ts'
import { placeOf } from '../store/postgres/address.ts'
import type { TableName } from '../store/rows.ts'
import type { Shared } from '../store/shared.ts'
import type { Store } from '../store/types.ts'
import { parseUrl } from '../parse-url.ts'

/** Where a store is: a data folder, or a database. */
export type StoreSpec =
  | { readonly kind: 'json'; readonly dir: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** A text that names no store. The message holds nothing of it but its kind: there may be a password in it. */
export class StoreSpecError extends Error {
  override readonly name = 'StoreSpecError'
}

export interface OpenedStore {
  readonly store: Store
  /** null: only this process can have it open. */
  readonly shared: Shared | null
  /** The store in words, free of secrets. */
  readonly label: string
  /** The data folder; null where there is none. */
  readonly dir: string | null
  /** Tells whoever tries to open the store too where this process answers. */
  announce(url: string): Promise<void>
  /** About how many rows there are; null: nobody can tell without reading them all. */
  rows(): Promise<number | null>
  /** Everything, or these tables and all counters, as changes at one durable state; meanwhile the store goes on. */
  changes(tables?: readonly TableName[]): AsyncIterable<readonly string[]>
  /** Gives back the room of what is gone. Bytes on disk. */
  compact(): Promise<{ readonly what: string; readonly before: number; readonly after: number }>
}

/** `json:DIR` or `postgres://…`; a relative folder is taken from `cwd`. @throws StoreSpecError */
export function parseStoreSpec(text: string, cwd = process.cwd()): StoreSpec {
  if (/^json:./s.test(text)) return { kind: 'json', dir: resolve(cwd, text.slice('json:'.length)) }
  if (/^postgres(ql)?:\/\//.test(text) && parseUrl(text) !== null) return { kind: 'postgres', url: text }
  throw new StoreSpecError(
    '--store (or SKILLPASS_STORE) takes json:DIR or postgres://USER@HOST:PORT/DATABASE.',
  )
}

/** A spec in words, without user, password or any other parameter. */
export function describeSpec(spec: StoreSpec): string {
  if (spec.kind === 'json') return `json:${spec.dir}`
  return `postgres://${placeOf(spec.url)}`
}

/** Whether there is a store to open, where opening one would make it. */
export async function storeExists(spec: StoreSpec): Promise<boolean> {
  if (spec.kind === 'postgres') return true
  const names = ['snapshot', 'lock', 'journal-0000000000000001']
  const found = await Promise.all(names.map((name) => access(join(spec.dir, name)).then(yes, no)))
  return found.includes(true)
}

/** @throws StoreOpenError */
export async function openStoreAt(
  spec: StoreSpec,
  onNotice: (text: string) => void,
  options: { readonly salvage?: boolean } = {},
): Promise<OpenedStore> {
  if (spec.kind === 'postgres') {
    const { openPostgresAt } = await import('./postgres-at.ts')
    return openPostgresAt(spec.url, describeSpec(spec), onNotice)
  }
  const store = await openJsonStore({
    dir: spec.dir,
    onNotice: ({ message }) => onNotice(message),
    ...options,
  })
  return {
    store,
    shared: null,
    label: `json:${store.path}`,
    dir: store.path,
    announce: (url) => store.announce(url),
    rows: async () => store.rows(),
    changes: (tables) => store.oneState(tables),
    compact: async () => ({ what: 'The journal was folded into the snapshot.', ...(await store.compact()) }),
  }
}

function yes(): true {
  return true
}

function no(): false {
  return false
}
