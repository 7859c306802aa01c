import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { hostOf, isLoopback } from './loopback.ts'
import { hasCode } from './system-error.ts'
import { parseUrl } from '../parse-url.ts'

/** A sandbox that runs on this machine, as its data folder tells. */
export interface LocalSandbox {
  readonly dataDir: string
  readonly url: string
  readonly pid: number
  readonly startedAt: string | null
  readonly apiKey: string | undefined
  /** Whether an address is this sandbox's own: its key goes nowhere else. */
  answersAt(baseUrl: string): boolean
}

/** The folder name that `dev` uses, looked for upwards from the current folder. */
export const dataFolderName = '.skillpass'
/** Where `serve` keeps its data when it is told nothing. */
export const liveFolderName = '.skillpass-live'

/** The running sandbox of a data folder: the one given, else the nearest at or above `cwd`. Null when none runs. */
export async function findSandbox(dataDir: string | undefined, cwd: string): Promise<LocalSandbox | null> {
  const folders = dataDir === undefined ? foldersFrom(cwd) : [resolve(cwd, dataDir)]
  for (const folder of folders) {
    const locator = await readRecord(join(folder, 'sandbox.json'))
    if (locator !== null) return running(folder, locator)
  }
  return null
}

/** Where a data folder may be, the nearest first. */
export function foldersFrom(cwd: string): string[] {
  const above = dirname(cwd)
  return [join(cwd, dataFolderName), ...(above === cwd ? [] : foldersFrom(above))]
}

async function running(folder: string, locator: Record<string, unknown>): Promise<LocalSandbox | null> {
  const { url, pid, started_at: startedAt } = locator
  if (typeof url !== 'string' || typeof pid !== 'number' || !isAlive(pid)) return null
  if (!(await isOnThisMachine(url))) return null
  const credentials = await readRecord(join(folder, 'credentials.json'))
  const own = [url, credentials?.['base_url']].map(originOf).filter((origin) => origin !== null)
  return {
    dataDir: folder,
    url,
    pid,
    startedAt: typeof startedAt === 'string' ? startedAt : null,
    apiKey: textOf(credentials?.['api_key']),
    answersAt: (baseUrl) => own.some((origin) => origin === originOf(baseUrl)),
  }
}

/** A locator that came with somebody else's folder must not lead a key to another machine. */
async function isOnThisMachine(url: string): Promise<boolean> {
  if (isLoopback(url)) return true
  const host = hostOf(url)
  if (host === '') return false
  const { networkInterfaces } = await import('node:os')
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === host))
}

/** A crash leaves the locator behind: what counts is the process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** A JSON object from a file, null when there is no such file or it is being written. */
async function readRecord(path: string): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function originOf(value: unknown): string | null {
  return typeof value === 'string' ? (parseUrl(value)?.origin ?? null) : null
}
