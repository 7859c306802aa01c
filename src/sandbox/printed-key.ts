import { randomBytes } from 'node:crypto'
import { iso } from '../core/instant.ts'
import { hashSecret, makeKey } from '../core/keys.ts'
import type { Store } from '../store/types.ts'
import { readCredentials, writeCredentials } from './data-folder.ts'

/** The key of earlier starts while it still works, else a new one. Written down before the store knows it. */
export async function printedKey(store: Store, dataDir: string | null, now: number): Promise<string> {
  const known = dataDir === null ? undefined : await readCredentials(dataDir)
  if (known !== undefined && (await stillWorks(store, known, now))) return known
  const made = makeKey('sandbox', randomBytes)
  if (dataDir !== null) await writeCredentials(dataDir, made)
  return made
}

async function stillWorks(store: Store, apiKey: string, now: number): Promise<boolean> {
  const hash = hashSecret(apiKey)
  const [row] = await store.read((tx) => tx.find('keys', 'hash', hash))
  if (row === undefined) return true
  const expired = row.expires_at !== null && row.expires_at <= iso(now)
  return row.hash === hash && row.revoked_at === null && !expired
}
