import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Shared } from '../store/shared.ts'
import type { Store } from '../store/types.ts'
import { freeLostLeases } from '../worker/lost-leases.ts'

/** Where a store is kept. */
export type StoreSpec =
  | { readonly kind: 'json'; readonly dir: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** A text names no store. */
export class StoreSpecError extends Error {
  override readonly name = 'StoreSpecError'
}

export interface OpenedStore {
  readonly store: Store
  /** What the processes on it share; null: only this one can open it. */
  readonly shared: Shared | null
  /** What to call it; holds no password. */
  readonly label: string
  /** The data folder; null where there is none. */
  readonly dir: string | null
  /** Tells whoever tries to open it too where this process answers. */
  announce(url: string): Promise<void>
}

/** @throws StoreSpecError */
export function parseStoreSpec(text: string): StoreSpec {
  if (/^postgres(?:ql)?:\/\//.test(text)) {
    if (URL.canParse(text)) return { kind: 'postgres', url: text }
    throw new StoreSpecError('The postgres:// URL of the store is not well-formed.')
  }
  const dir = /^json:(.+)$/.exec(text)?.[1]
  if (dir !== undefined) return { kind: 'json', dir: resolve(dir) }
  // What was given may hold a password, so it is not repeated.
  throw new StoreSpecError('A store is json:DIR or postgres://USER@HOST/DATABASE.')
}

/** @throws StoreOpenError */
export async function openStoreAt(spec: StoreSpec, onNotice: (text: string) => void): Promise<OpenedStore> {
  return spec.kind === 'json' ? await openJson(spec.dir, onNotice) : await openPostgres(spec.url, onNotice)
}

async function openJson(dir: string, onNotice: (text: string) => void): Promise<OpenedStore> {
  const { openJsonStore } = await import('../store/json/open.ts')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const store = await openJsonStore({ dir, onNotice: ({ message }) => onNotice(message) })
  try {
    await freeLostLeases(store)
  } catch (error) {
    await store.close()
    throw error
  }
  return { store, shared: null, label: `json:${dir}`, dir, announce: (url) => store.announce(url) }
}

async function openPostgres(url: string, onNotice: (text: string) => void): Promise<OpenedStore> {
  const { openPostgresStore } = await import('../store/postgres/open.ts')
  const store = await openPostgresStore({ url, onNotice: ({ message }) => onNotice(message) })
  return {
    store,
    shared: store.shared,
    label: `postgres://${store.description}`,
    dir: null,
    announce: async () => undefined,
  }
}
