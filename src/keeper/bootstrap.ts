import { randomBytes } from 'node:crypto'
import { createIds } from '../core/ids.ts'
import { iso } from '../core/instant.ts'
import { makeKey } from '../core/keys.ts'
import { expand } from '../core/scopes.ts'
import { auditedAlone, type OwnDeed } from '../operations/audit.ts'
import { keyRow } from '../operations/key-rows.ts'
import type { Mode } from '../store/rows.ts'
import type { ReadTx, Store, Tx } from '../store/types.ts'

/** A new key; the only time that its secret is seen. */
export interface MadeKey {
  readonly id: string
  readonly name: string
  readonly mode: Mode
  readonly secret: string
}

export interface KeyWish {
  readonly name: string
  readonly mode: Mode
  readonly now: number
  readonly actor: OwnDeed['actor']
}

/** Makes an admin key for whoever can write to the store itself. */
export async function bootstrapKey(store: Store, name: string, now: number): Promise<MadeKey> {
  return await store.transact(async (tx) =>
    makeAdminKey(tx, { name, mode: await modeOf(tx), now, actor: 'operator' }),
  )
}

/** A key that may do everything, and a row of the audit log that says so. */
export async function makeAdminKey(tx: Tx, { name, mode, now, actor }: KeyWish): Promise<MadeKey> {
  const id = createIds(() => now).newId('key')
  const secret = makeKey(mode, randomBytes)
  const draft = { name, tier: 'scale', scopes: ['admin'], permissions: everything() } as const
  await tx.insert('keys', keyRow({ newId: () => id, now, mode }, secret, draft))
  const details = { scopes: ['admin'], tier: 'scale' }
  await auditedAlone(tx, { at: iso(now), action: 'keys.bootstrap', actor, subject: id, details })
  return { id, name, mode, secret }
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
