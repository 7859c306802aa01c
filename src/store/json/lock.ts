import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreOpenError } from '../types.ts'
import { isRecord } from './json.ts'

/** Who has a data folder open. */
export interface Holder {
  readonly pid: number
  /** When that process started. */
  readonly since: string
  /** Where it answers, as soon as it does. */
  readonly url: string | null
}

interface LockFile extends Holder {
  /** Tells the process from a later one with the same pid; null where the system does not say. */
  readonly birth: string | null
}

export interface Lock {
  /** Tells others where to find this process. */
  announce(url: string): Promise<void>
  release(): Promise<void>
}

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
    if (holder !== null && (await isAlive(holder))) throw locked(dir, holder)
    // A file without content may be one that is just being written.
    if (holder === null && attempt < ATTEMPTS / 2) await sleep(WAIT_MS)
    else await removeStale(path, own)
  }
  throw new StoreOpenError('locked', `The lock ${path} keeps changing hands.`, 'Try again.')
}

/** Who has the folder open; null when nobody does. */
export async function readHolder(dir: string): Promise<Holder | null> {
  const file = await readLockFile(join(dir, 'lock'))
  if (file === null || !(await isAlive(file))) return null
  const { pid, since, url } = file
  return { pid, since, url }
}

function lockOf(path: string, own: LockFile): Lock {
  return {
    async announce(url) {
      const temporary = `${path}.tmp`
      await rm(temporary, { force: true })
      await create(temporary, { ...own, url })
      await rename(temporary, path)
    },
    async release() {
      const holder = await readLockFile(path)
      if (holder?.pid === own.pid && holder.birth === own.birth) await rm(path, { force: true })
    },
  }
}

/**
 * Removes the lock of a dead process under a lock of its own: between reading that it is stale and removing
 * it, another process may have put its own in its place.
 */
async function removeStale(path: string, own: LockFile): Promise<void> {
  const guard = `${path}.takeover`
  if (!(await create(guard, own))) {
    const holder = await readLockFile(guard)
    if (holder === null || !(await isAlive(holder))) await rm(guard, { force: true })
    await sleep(WAIT_MS)
    return
  }
  try {
    const holder = await readLockFile(path)
    if (holder === null || !(await isAlive(holder))) await rm(path, { force: true })
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

/** null: no file, or not (yet) a whole one. */
async function readLockFile(path: string): Promise<LockFile | null> {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isLockFile(content) ? content : null
  } catch (error) {
    if (error instanceof SyntaxError || (isRecord(error) && error['code'] === 'ENOENT')) return null
    throw error
  }
}

function isLockFile(value: unknown): value is LockFile {
  if (!isRecord(value)) return false
  const { pid, since, url, birth } = value
  const isText = (text: unknown): boolean => text === null || typeof text === 'string'
  return Number.isInteger(pid) && Number(pid) > 0 && typeof since === 'string' && isText(url) && isText(birth)
}

async function ownEntry(): Promise<LockFile> {
  const since = new Date(performance.timeOrigin).toISOString()
  const stat = await processStat(process.pid)
  return { pid: process.pid, since, url: null, birth: stat?.birth ?? null }
}

async function isAlive({ pid, birth }: LockFile): Promise<boolean> {
  if (!answersSignals(pid)) return false
  const stat = await processStat(pid)
  if (stat === null) return true
  return !stat.dead && (birth === null || birth === stat.birth)
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return isRecord(error) && error['code'] === 'EPERM'
  }
}

/** What Linux tells of a process: boot and start time, and whether it only waits to be buried. */
async function processStat(pid: number): Promise<{ birth: string; dead: boolean } | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    // The name in brackets may hold anything: fields are counted from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { birth: `${boot.trim()} ${fields[19]}`, dead: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return null
  }
}

function locked(dir: string, { pid, since, url }: Holder): StoreOpenError {
  const at = url === null ? '' : ` at ${url}`
  return new StoreOpenError(
    'locked',
    `${dir} is in use by process ${pid}${at}, running since ${since}.`,
    'Use that one, stop it, or choose another folder: skillpass dev --data DIR.',
  )
}
