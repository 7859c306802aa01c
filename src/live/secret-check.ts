import { nameOf } from '../runtime/secret-file.ts'
import type { SecretRing } from '../server/secret-ring.ts'
import { StoreOpenError, type Store } from '../store/types.ts'

const marker = 'secrets'

/**
 * Refuses to serve a store with other secrets than those it was begun with: every webhook secret would be
 * unreadable and every candidate's link dead. Notes the newest ones.
 * @throws StoreOpenError
 */
export async function checkSecrets(store: Store, ring: SecretRing, path: string): Promise<void> {
  const mine = ring.all().map(nameOf)
  const known = await store.transact(async (tx) => {
    const row = await tx.get('meta', marker)
    const before = namesIn(row?.value)
    if (before.length > 0 && !mine.some((name) => before.includes(name))) return before
    const next = { id: marker, value: mine }
    if (row === undefined) await tx.insert('meta', next)
    else if (before.join() !== mine.join()) await tx.update('meta', next)
    return null
  })
  if (known === null) return
  throw new StoreOpenError(
    'unsupported',
    `The secrets in ${path} are not those of this store (it knows ${known.join(', ')}).`,
    "Start with the secret file that the store was begun with: --secret-file FILE. Without it, webhook secrets and candidates' links cannot be read again.",
  )
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
