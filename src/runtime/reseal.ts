import { openText } from '../core/sealed.ts'
import { openSecret, sealSecret, type SecretRing } from '../server/secret-ring.ts'
import type { SealedSecret, WebhookRow } from '../store/rows.ts'
import type { Store } from '../store/types.ts'
import { nameOf } from './secret-file.ts'

const slice = 100

/**
 * Seals webhook secrets with the newest of the server's own secrets, so that older ones can go. Cheap when all are.
 * One that nothing opens any more stays as it is, and in nobody's way. Answers whether there were new ones.
 */
export function createResealer(store: Store, ring: SecretRing): () => Promise<boolean> {
  let done = ''
  return async () => {
    ring.renew()
    const newest = nameOf(ring.newest)
    if (newest === done) return false
    for (let after = ''; ;) {
      const { last, more } = await store.transact(async (tx) => {
        const page = await tx.page('webhooks', { direction: 'oldest', limit: slice, after })
        for (const row of page.rows) {
          const resealed = resealedWith(ring, row)
          if (resealed !== row) await tx.update('webhooks', resealed)
        }
        return { last: page.rows.at(-1)?.id ?? after, more: page.more }
      })
      after = last
      if (!more) break
    }
    done = newest
    return true
  }
}

function resealedWith(ring: SecretRing, row: WebhookRow): WebhookRow {
  const { secret, previous_secret: previous } = row
  if (![secret, ...(previous === null ? [] : [previous])].some((one) => isOlder(ring, one))) return row
  return {
    ...row,
    secret: again(ring, secret),
    previous_secret: previous && { ...again(ring, previous), expires_at: previous.expires_at },
  }
}

function isOlder(ring: SecretRing, { sealed }: SealedSecret): boolean {
  if (openText(ring.newest.sealing, sealed) !== null) return false
  return ring.all().some(({ sealing }) => openText(sealing, sealed) !== null)
}

function again(ring: SecretRing, secret: SealedSecret): SealedSecret {
  if (!isOlder(ring, secret)) return secret
  const { sealed, last4 } = secret
  return { sealed: sealSecret(ring, openSecret(ring, sealed)), last4 }
}
