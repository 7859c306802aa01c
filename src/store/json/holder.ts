import { open, readFile, readlink, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from './json.ts'

/** Who has a data folder open. */
export interface Holder {
  readonly pid: number
  /** When that process started. */
  readonly since: string
  /** Where it answers, as soon as it does. */
  readonly url: string | null
}

export interface LockFile extends Holder {
  /** Tells the process from a later one with the same pid; null where the system does not say. */
  readonly birth: string | null
  /** Where its pid means something: a machine or a container. Absent from locks of before. */
  readonly space?: string
}

/** So often a holder touches its lock: elsewhere nobody can look at its process. */
const TOUCH_MS = 2_000
/** A lock of elsewhere that was not touched for so long is that of a dead process. */
const SILENCE_MS = 7_000
const LOOK_MS = 200
/** Clocks of two machines are not further apart. */
const SKEW_MS = 60_000

/** Who has the folder open; null when nobody does. */
export async function readHolder(dir: string): Promise<Holder | null> {
  const path = join(dir, 'lock')
  const file = await readLockFile(path)
  if (file === null || !(await isAlive(path, file, await ownEntry()))) return null
  const { pid, since, url } = file
  return { pid, since, url }
}

/** Shows those elsewhere that the holder lives; answers how to stop. */
export function keepTouching(path: string): () => void {
  const timer = setInterval(() => void touch(path), TOUCH_MS).unref()
  return () => clearInterval(timer)
}

async function touch(path: string): Promise<void> {
  const now = new Date()
  // Where this fails for long, so do the writes, and they say so.
  await utimes(path, now, now).catch(() => undefined)
}

export async function ownEntry(): Promise<LockFile> {
  const since = new Date(performance.timeOrigin).toISOString()
  const known = await processStat(process.pid)
  return { pid: process.pid, since, url: null, birth: known?.birth ?? null, space: await ownSpace() }
}

/** Containers of one machine count their processes apart, and each has a process 1. */
async function ownSpace(): Promise<string> {
  try {
    return `${await bootId()} ${await readlink('/proc/self/ns/pid')}`
  } catch {
    return `${process.platform} ${hostname()}`
  }
}

/** Whether the process that a lock file names still runs. */
export async function isAlive(path: string, holder: LockFile, own: LockFile): Promise<boolean> {
  return isElsewhere(holder, own) ? isTouched(path) : isRunning(holder)
}

export function isElsewhere({ space }: LockFile, own: LockFile): boolean {
  return space !== undefined && space !== own.space
}

/** Watches whether somebody touches the lock. One of long ago, as after the machine was off, needs no watching. */
async function isTouched(path: string): Promise<boolean> {
  const seen = await touchedAt(path)
  if (seen === null || Math.abs(Date.now() - seen) > SKEW_MS) return false
  for (const start = performance.now(); performance.now() - start < SILENCE_MS;) {
    await sleep(LOOK_MS)
    const touched = await touchedAt(path)
    if (touched !== seen) return touched !== null
  }
  return false
}

/** Epoch milliseconds; null: there is no lock. Opened, for a network's file system answers others from memory. */
async function touchedAt(path: string): Promise<number | null> {
  try {
    const handle = await open(path)
    try {
      return (await handle.stat()).mtimeMs
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isRecord(error) && error['code'] === 'ENOENT') return null
    throw error
  }
}

async function isRunning({ pid, birth }: LockFile): Promise<boolean> {
  if (!answersSignals(pid)) return false
  const known = await processStat(pid)
  if (known === null) return true
  return !known.dead && (birth === null || birth === known.birth)
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
    const line = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold anything: fields are counted from behind it.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return { birth: `${await bootId()} ${fields[19]}`, dead: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return null
  }
}

async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
}

/** null: no file, or not (yet) a whole one. */
export async function readLockFile(path: string): Promise<LockFile | null> {
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
  const { pid, since, url, birth, space } = value
  const isText = (text: unknown): boolean => text === null || typeof text === 'string'
  const isPlace = space === undefined || typeof space === 'string'
  return isPid(pid) && typeof since === 'string' && isText(url) && isText(birth) && isPlace
}

function isPid(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0
}

export function isSame(a: LockFile, b: LockFile | null): boolean {
  return a.pid === b?.pid && a.birth === b.birth && a.since === b.since && a.space === b.space
}
