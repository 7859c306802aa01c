import type { Due } from '../operations/call.ts'
import type { TableName, Tables } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'

const slice = 500

/** What ends by the clock alone, without anything being written: keys, and the old secrets of keys and webhooks. */
export async function endings(tx: ReadTx, after: string): Promise<Due[]> {
  const found: Due[] = []
  for await (const key of all(tx, 'keys')) {
    if (key.revoked_at !== null) continue
    add(found, after, { at: key.expires_at, kind: 'key', id: key.id })
    add(found, after, { at: key.previous?.expires_at ?? null, kind: 'key_secret', id: key.id })
  }
  for await (const webhook of all(tx, 'webhooks')) {
    add(found, after, {
      at: webhook.previous_secret?.expires_at ?? null,
      kind: 'webhook_secret',
      id: webhook.id,
    })
  }
  return found
}

function add(found: Due[], after: string, due: Omit<Due, 'at'> & { readonly at: string | null }): void {
  if (due.at !== null && due.at > after) found.push({ ...due, at: due.at })
}

async function* all<T extends TableName>(tx: ReadTx, table: T): AsyncGenerator<Tables[T]> {
  let after: string | undefined
  for (;;) {
    const { rows, more } = await tx.page(table, {
      direction: 'oldest',
      limit: slice,
      ...(after !== undefined && { after }),
    })
    yield* rows
    after = rows.at(-1)?.id
    if (!more) return
  }
}
