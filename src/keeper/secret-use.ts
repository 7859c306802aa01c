import { openText } from '../core/sealed.ts'
import { nameOf } from '../runtime/secret-file.ts'
import type { ServerSecrets } from '../server/secret-ring.ts'
import type { MetaRow, WebhookRow } from '../store/rows.ts'
import { parseChange, rowOf } from './change-line.ts'
import type { Keeper } from './keeper.ts'

/** Whether a store is lost without secrets older than these: it is begun with them, or a webhook secret is sealed with them. */
export async function needsOlder(
  keeper: Pick<Keeper, 'changes'>,
  kept: readonly ServerSecrets[],
): Promise<boolean> {
  for await (const lines of keeper.changes(['webhooks', 'meta'])) {
    for (const line of lines) {
      const change = parseChange(line)
      if (change.kind !== 'put') continue
      const { table, json } = change
      if (table === 'webhooks' && !isReadable(rowOf(table, json), kept)) return true
      if (table === 'meta' && !isKnown(rowOf(table, json), kept)) return true
    }
  }
  return false
}

function isReadable(
  { secret, previous_secret: previous }: WebhookRow,
  kept: readonly ServerSecrets[],
): boolean {
  const all = previous === null ? [secret] : [secret, previous]
  return all.every(({ sealed }) => kept.some(({ sealing }) => openText(sealing, sealed) !== null))
}

/** A service does not start with secrets of which its store knows none. */
function isKnown({ id, value }: MetaRow, kept: readonly ServerSecrets[]): boolean {
  if (id !== 'secrets' || !Array.isArray(value) || value.length === 0) return true
  return kept.some((one) => value.includes(nameOf(one)))
}
