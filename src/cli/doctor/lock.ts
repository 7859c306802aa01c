import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, warn } from './check.ts'
import type { Finding } from './check.ts'

/** Who has the data folder open, told apart from a lock whose process is gone. */
export async function lock(folder: string): Promise<Finding> {
  const isThere = await access(join(folder, 'lock')).then(
    () => true,
    () => false,
  )
  if (!isThere) return ok('free')
  const { readHolder } = await import('../../sandbox.ts')
  const holder = await readHolder(folder)
  if (holder === null)
    return warn(
      'left behind by a process that is gone',
      'Nothing to do: the next skillpass dev takes it over.',
    )
  const at = holder.url === null ? '' : ` at ${holder.url}`
  return ok(`held by process ${holder.pid}${at}, since ${holder.since}`)
}
