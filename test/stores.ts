import { inject, onTestFinished } from 'vitest'
import type { SandboxOptions } from '../src/sandbox.ts'
import { openEphemeralStore } from '../src/store/json/ephemeral.ts'
import { openPostgresStore } from '../src/store/postgres/open.ts'
import type { Store } from '../src/store/types.ts'

/** Tests of the HTTP service run on either store: with SKILLPASS_TEST_STORE=postgres on PostgreSQL. */
export const onPostgres = process.env['SKILLPASS_TEST_STORE'] === 'postgres'

/** Registers what is done at the end of a test or of a file. */
type AtEnd = (work: () => Promise<void>) => void

/** An empty store for one test. */
export async function freshStore(): Promise<Store> {
  if (!onPostgres) return openEphemeralStore()
  const url = await lentSchema(onTestFinished)
  const store = await openPostgresStore({ url, pool: 4, onNotice: () => undefined })
  onTestFinished(async () => store.close())
  return store
}

const byFolder = new Map<string, Promise<string>>()

/** Where a sandbox is to keep its rows: sandboxes on one data folder, one after the other, keep them in one place. */
export async function placeOf(
  { store, dataDir }: SandboxOptions,
  atEnd: AtEnd,
): Promise<Pick<SandboxOptions, 'store'>> {
  if (!onPostgres || store !== undefined) return {}
  if (dataDir === undefined) return { store: await lentSchema(atEnd) }
  const place = byFolder.get(dataDir) ?? lentSchema(atEnd)
  byFolder.set(dataDir, place)
  return { store: await place }
}

/** The address of an empty schema. Call it before what is to be closed at the end is opened: the last that was registered ends first. */
export async function lentSchema(atEnd: AtEnd): Promise<string> {
  const desk = `${inject('postgresDesk')}/schema`
  const response = await fetch(desk, { method: 'POST' })
  const url = await response.text()
  if (!response.ok) throw new Error(url)
  atEnd(async () => void (await fetch(desk, { method: 'DELETE', body: url })))
  return url
}
