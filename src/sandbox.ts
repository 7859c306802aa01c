import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { hashSecret } from './core/keys.ts'
import { assemble, newApiKey } from './sandbox/assemble.ts'
import { createChores, type Chores } from './sandbox/chores.ts'
import { createClock, realTime, startState, type ClockState, type SandboxClock } from './sandbox/clock.ts'
import {
  prepareFolder,
  readCredentials,
  removeLocator,
  serverSecrets,
  writeCredentials,
  writeLocator,
} from './sandbox/data-folder.ts'
import { ensureKey, seedStore } from './sandbox/seeding.ts'
import { createApp, nodeHandler } from './server/app.ts'
import { listen, type Listening } from './server/listen.ts'
import { openRequestFile, type RequestFile } from './server/request-file.ts'
import type { Service } from './server/service.ts'
import { openEphemeralStore } from './store/json/ephemeral.ts'
import { openJsonStore } from './store/json/open.ts'
import type { Store } from './store/types.ts'
import type { Sweeper } from './worker/sweeper.ts'

export interface SandboxOptions {
  /** Where everything is kept. Absent: nothing is kept on disk. */
  readonly dataDir?: string | undefined
  /** What a new sandbox holds: `default`, `empty`, or a seed file. Default: `default`. */
  readonly seed?: string | undefined
  /** 0: any free port. Default: 4747. */
  readonly port?: number | undefined
  /** When the port is taken, take any free one instead of failing. */
  readonly portFallback?: boolean | undefined
  /** Address to bind. Default: 127.0.0.1. */
  readonly host?: string | undefined
  /** Where the service's clock starts: an instant. */
  readonly clock?: string | undefined
  /** The clock stands still. */
  readonly freeze?: boolean | undefined
  /** Real time, epoch milliseconds. A test hands in its own to let time pass. Default: the system's. */
  readonly now?: (() => number) | undefined
  /** Requests a minute for every key, or no limit at all. */
  readonly rateLimit?: number | 'off' | undefined
  /** Told what the operator should know: a torn journal, a fault with its request id. */
  readonly onNotice?: ((text: string) => void) | undefined
}

export interface Sandbox {
  readonly url: string
  /** An admin key for this sandbox; the same over restarts of one data folder. */
  readonly apiKey: string
  readonly dashboardUrl: string
  readonly dataDir: string | null
  readonly mode: 'sandbox'
  readonly version: string
  readonly pid: number
  readonly port: number
  /** The wanted port was taken; `port` is another one. */
  readonly portFellBack: boolean
  /** This start filled the store with its seed. */
  readonly seeded: boolean
  /** Ends running requests, writes everything down, lets go of port and folder. */
  close(): Promise<void>
}

const defaultPort = 4747
const graceMs = 5_000

/**
 * Starts the complete service in this process.
 * @throws StoreOpenError when the data folder is in use or damaged
 * @throws PortTakenError when the port is taken and `portFallback` is off
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const dataDir = options.dataDir === undefined ? null : resolve(options.dataDir)
  const notice = options.onNotice ?? (() => undefined)
  const store = await openStore(dataDir, notice)
  try {
    return await startOn(store, dataDir, options, notice)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openStore(dataDir: string | null, onNotice: (text: string) => void): Promise<Store> {
  if (dataDir === null) return openEphemeralStore()
  await prepareFolder(dataDir)
  return await openJsonStore({ dir: dataDir, onNotice: ({ message }) => onNotice(message) })
}

async function startOn(
  store: Store,
  dataDir: string | null,
  options: SandboxOptions,
  notice: (text: string) => void,
): Promise<Sandbox> {
  const realNow = options.now ?? Date.now
  const clock = createClock(realNow, await clockStart(store, options, realNow()))
  const address = { baseUrl: '', hosts: [], corsOrigins: [], draining: false }
  const requestFile = dataDir === null ? null : await openRequestFile(dataDir)
  const apiKey = await printedKey(store, dataDir, clock)
  const version = ownVersion()
  const { service, sweeper } = assemble({
    store,
    clock,
    realNow,
    address,
    version,
    apiKey: () => apiKey,
    seedName: options.seed ?? 'default',
    secrets: await serverSecrets(dataDir),
    earlierRequests: requestFile?.earlier ?? [],
    rateLimit: options.rateLimit,
    onFault: (error, requestId) =>
      notice(`${requestId}: ${error instanceof Error ? error.stack : String(error)}`),
  })
  const seeded = await fill(store, service, apiKey, clock)
  const listening = await listen(nodeHandler(createApp(service)), {
    port: options.port ?? defaultPort,
    host: options.host ?? '127.0.0.1',
    ...(options.portFallback !== undefined && { portFallback: options.portFallback }),
  })
  address.baseUrl = urlOf(listening)
  const chores = startChores(service, sweeper, requestFile, notice)
  if (dataDir !== null) {
    const started_at = new Date(realNow()).toISOString()
    await writeLocator(dataDir, { url: address.baseUrl, pid: process.pid, started_at, version })
  }
  return {
    url: address.baseUrl,
    apiKey,
    dashboardUrl: `${address.baseUrl}/dashboard`,
    dataDir,
    mode: 'sandbox',
    version,
    pid: process.pid,
    port: listening.port,
    portFellBack: listening.fellBack,
    seeded,
    close: once(() => shutDown({ service, chores, listening, requestFile, dataDir })),
  }
}

async function clockStart(store: Store, options: SandboxOptions, real: number): Promise<ClockState> {
  const saved = await store.read((tx) => tx.get('meta', 'clock'))
  const at = options.clock === undefined ? undefined : Date.parse(options.clock)
  if (at !== undefined && Number.isNaN(at)) throw new RangeError(`Not an instant: ${options.clock}`)
  const state = startState(real, asClockState(saved?.value), { at, freeze: options.freeze })
  if (saved === undefined && state.frozen_at === null && at === undefined) return realTime
  const row = { id: 'clock', value: state }
  await store.transact((tx) => (saved === undefined ? tx.insert('meta', row) : tx.update('meta', row)))
  return state
}

function asClockState(value: unknown): ClockState {
  const offset: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'offset_ms') : undefined
  const frozen: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'frozen_at') : undefined
  return {
    offset_ms: typeof offset === 'number' ? offset : 0,
    frozen_at: typeof frozen === 'number' ? frozen : null,
  }
}

/** The key of earlier starts while it still works, else a new one. Written down before the store knows it. */
async function printedKey(store: Store, dataDir: string | null, clock: SandboxClock): Promise<string> {
  const known = dataDir === null ? undefined : await readCredentials(dataDir)
  if (known !== undefined && (await stillWorks(store, known, clock))) return known
  const made = newApiKey(randomBytes)
  if (dataDir !== null) await writeCredentials(dataDir, made)
  return made
}

async function stillWorks(store: Store, apiKey: string, clock: SandboxClock): Promise<boolean> {
  const hash = hashSecret(apiKey)
  const [row] = await store.read((tx) => tx.find('keys', 'hash', hash))
  if (row === undefined) return true
  const expired = row.expires_at !== null && row.expires_at <= new Date(clock.now()).toISOString()
  return row.hash === hash && row.revoked_at === null && !expired
}

/** Seeds a store that never was; an older one gets only its printed key, if it lost it. */
async function fill(store: Store, service: Service, apiKey: string, clock: SandboxClock): Promise<boolean> {
  const seeded = await store.read((tx) => tx.get('meta', 'seed'))
  await store.transact((tx) =>
    seeded === undefined
      ? seedStore(tx, service, { seed: service.host.seedName, apiKey, now: clock.now() })
      : ensureKey(tx, service, apiKey, clock.now()),
  )
  return seeded === undefined
}

function urlOf({ host, port }: Listening): string {
  const anyAddress = host === '0.0.0.0' || host === '::'
  return `http://${anyAddress ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
}

function startChores(
  service: Service,
  sweeper: Sweeper,
  requestFile: RequestFile | null,
  notice: (text: string) => void,
): Chores {
  const chores = createChores((error) => notice(error instanceof Error ? error.message : String(error)))
  chores.every(250, () => sweeper.expire(service.now()))
  chores.every(1_000, () => service.usage.flush())
  chores.every(60_000, () => sweeper.retain(service.now()))
  if (requestFile !== null) chores.every(500, () => requestFile.write(service.requestLog))
  return chores
}

interface Running {
  readonly service: Service
  readonly chores: Chores
  readonly listening: Listening
  readonly requestFile: RequestFile | null
  readonly dataDir: string | null
}

async function shutDown({ service, chores, listening, requestFile, dataDir }: Running): Promise<void> {
  service.address.draining = true
  if (dataDir !== null) await removeLocator(dataDir)
  await listening.close(graceMs)
  await chores.stop()
  try {
    await service.usage.flush()
    await requestFile?.write(service.requestLog)
  } finally {
    await service.store.close()
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}

function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const version: unknown =
    typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : undefined
  if (typeof version !== 'string') throw new Error('package.json names no version')
  return version
}

export { SeedError } from './seed/problems.ts'
export { PortTakenError } from './server/listen.ts'
export { StoreOpenError } from './store/types.ts'
