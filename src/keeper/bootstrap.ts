import { randomBytes } from 'node:crypto'
import { createIds } from '../core/ids.ts'
import { iso } from '../core/instant.ts'
import { makeKey } from '../core/keys.ts'
import { expand } from '../core/scopes.ts'
import { keyRow } from '../operations/key-rows.ts'
import type { Mode } from '../store/rows.ts'
import type { ReadTx, Store } from '../store/types.ts'
import { auditLog } from './audit-log.ts'

/** A new key; the only time that its secret is seen. */
export interface MadeKey {
  readonly id: string
  readonly name: string
  readonly mode: Mode
  readonly secret: string
}

/** Makes an admin key for whoever can write to the store itself, and says so in the audit log. */
export async function bootstrapKey(store: Store, name: string, now: number): Promise<MadeKey> {
  const id = createIds(() => now).newId('key')
  return store.transact(async (tx) => {
    const mode = await modeOf(tx)
    const secret = makeKey(mode, randomBytes)
    const draft = { name, tier: 'scale', scopes: ['admin'], permissions: everything() } as const
    await tx.insert('keys', keyRow({ newId: () => id, now, mode }, secret, draft))
    await auditLog()?.auditedAlone(tx, {
      at: iso(now),
      action: 'keys.bootstrap',
      actor: 'operator',
      subject: id,
      details: { scopes: ['admin'], tier: 'scale' },
    })
    return { id, name, mode, secret }
  })
}

/** Keys of one store are of one mode; a store without any is a sandbox's only if that has put its seed in. */
async function modeOf(tx: ReadTx): Promise<Mode> {
  const [key] = (await tx.page('keys', { limit: 1 })).rows
  if (key !== undefined) return key.mode
  return (await tx.get('meta', 'seed')) === undefined ? 'live' : 'sandbox'
}

function everything() {
  const granted = expand(['admin'])
  if (!granted.ok) throw new Error('The scope admin is unknown')
  return granted.permissions
}
