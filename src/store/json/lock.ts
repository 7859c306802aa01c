import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreOpenError } from '../types.ts'
import {
  isAlive,
  isElsewhere,
  isSame,
  keepTouching,
  ownEntry,
  readLockFile,
  type LockFile,
} from './holder.ts'
import { isRecord } from './json.ts'

export interface Lock {
  /** Tells others where to find this process. */
  announce(url: string): Promise<void>
  release(): Promise<void>
}

export { readHolder } from './holder.ts'

const ATTEMPTS = 50
const WAIT_MS = 20

/**
 * One process per data folder. A lock whose process is gone is taken over; two that try at once cannot both win.
 * @throws StoreOpenError 'locked', saying who holds it.
 */
export async function takeLock(dir: string): Promise<Lock> {
  const path = join(dir, 'lock')
  const own = await ownEntry()
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await create(path, own)) return lockOf(path, own)
    const holder = await readLockFile(path)
    if (holder !== null && (await isAlive(path, holder, own))) throw locked(dir, holder, own)
    // A file without content may be one that is just being written.
    if (holder === null && attempt < ATTEMPTS / 2) await sleep(WAIT_MS)
    else await removeStale(path, own, holder)
  }
  throw new StoreOpenError('locked', `The lock ${path} keeps changing hands.`, 'Try again.')
}

function lockOf(path: string, own: LockFile): Lock {
  const stopTouching = keepTouching(path)
  return {
    async announce(url) {
      const temporary = `${path}.tmp`
      await rm(temporary, { force: true })
      await create(temporary, { ...own, url })
      await rename(temporary, path)
    },
    async release() {
      stopTouching()
      const holder = await readLockFile(path)
      if (holder?.pid === own.pid && holder.birth === own.birth) await rm(path, { force: true })
    },
  }
}

/**
 * Removes the lock of a dead process under a lock of its own: between reading that it is stale and removing
 * it, another process may have put its own in its place.
 */
async function removeStale(path: string, own: LockFile, stale: LockFile | null): Promise<void> {
  const guard = `${path}.takeover`
  if (!(await create(guard, own))) {
    const holder = await readLockFile(guard)
    if (holder === null || !(await isAlive(guard, holder, own))) await rm(guard, { force: true })
    await sleep(WAIT_MS)
    return
  }
  try {
    const holder = await readLockFile(path)
    const isStale = holder === null || isSame(holder, stale) || !(await isAlive(path, holder, own))
    if (isStale) await rm(path, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}

/** False when it exists already. */
async function create(path: string, content: LockFile): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600)
    try {
      await handle.writeFile(JSON.stringify(content))
    } finally {
      await handle.close()
    }
    return true
  } catch (error) {
    if (isRecord(error) && error['code'] === 'EEXIST') return false
    throw error
  }
}

function locked(dir: string, holder: LockFile, own: LockFile): StoreOpenError {
  const { pid, since, url } = holder
  const where = isElsewhere(holder, own) ? ' of another container or machine' : ''
  const at = `${where}${url === null ? '' : ` at ${url}`}`
  return new StoreOpenError(
    'locked',
    `${dir} is in use by process ${pid}${at}, running since ${since}.`,
    'Use that one, stop it, or choose another folder: dev --data DIR, serve --store json:DIR.',
  )
}
