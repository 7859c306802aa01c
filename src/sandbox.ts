import { resolve } from 'node:path'
import { iso } from './core/instant.ts'
import { storeKeeper } from './keeper/keeper.ts'
import { refuseUnfinished } from './keeper/unfinished.ts'
import { openControl, type Control } from './live/control.ts'
import type { Assembled } from './runtime/assemble.ts'
import { assemble } from './sandbox/assemble.ts'
import { startChores } from './runtime/background.ts'
import type { Chores } from './runtime/chores.ts'
import { openStoreAt, type OpenedStore } from './runtime/store-at.ts'
import { startClock } from './sandbox/clock-start.ts'
import { createClock, type ClockWish, type SandboxClock } from './sandbox/clock.ts'
import { prepareFolder, removeLocator, serverSecrets, writeLocator } from './sandbox/data-folder.ts'
import { printedKey } from './sandbox/printed-key.ts'
import { ensureKey, seedStore } from './sandbox/seeding.ts'
import { createApp, nodeHandler } from './server/app.ts'
import { createFaults } from './server/faults.ts'
import { listen, type Listening } from './server/listen.ts'
import { openRequestFile, type RequestFile } from './server/request-file.ts'
import type { Service } from './server/service.ts'
import { openEphemeralStore } from './store/json/ephemeral.ts'
import type { Store } from './store/types.ts'
import { packageVersion } from './version.ts'

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
  /** Told of every event once it is durable, as its JSON text: the body that webhooks get. */
  readonly onEvent?: ((body: string) => void) | undefined
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
  const opened = await openStore(dataDir, notice)
  try {
    return await startOn(opened, dataDir, options, notice)
  } catch (error) {
    await opened.store.close()
    throw error
  }
}

/** @throws RangeError when `clock` is no instant */
function wishOf({ clock, freeze }: SandboxOptions): ClockWish {
  const at = clock === undefined ? undefined : Date.parse(clock)
  if (at !== undefined && Number.isNaN(at)) throw new RangeError(`Not an instant: ${clock}`)
  return { at, freeze }
}

async function openStore(dataDir: string | null, onNotice: (text: string) => void): Promise<Opened> {
  if (dataDir === null)
    return { store: openEphemeralStore(), inFolder: null, announce: async () => undefined }
  await prepareFolder(dataDir)
  const opened = await openStoreAt({ kind: 'json', dir: dataDir }, onNotice)
  return {
    store: opened.store,
    inFolder: opened,
    async announce(url, start) {
      await opened.announce(url)
      await writeLocator(dataDir, { url, pid: process.pid, ...start })
    },
  }
}

interface Opened {
  readonly store: Store
  /** null: nothing is on disk. */
  readonly inFolder: OpenedStore | null
  /** Tells where this process answers: the commands in this folder, and whoever tries to open it too. */
  announce(url: string, start: { readonly started_at: string; readonly version: string }): Promise<void>
}

async function startOn(
  { store, inFolder, announce }: Opened,
  dataDir: string | null,
  options: SandboxOptions,
  notice: (text: string) => void,
): Promise<Sandbox> {
  await refuseUnfinished(store)
  const realNow = options.now ?? Date.now
  const clock = createClock(realNow, await startClock(store, realNow(), wishOf(options)))
  const address = { baseUrl: '', hosts: [], corsOrigins: [], draining: false }
  const requestFile = dataDir === null ? null : await openRequestFile(dataDir)
  const apiKey = await printedKey(store, dataDir, clock.now())
  const version = packageVersion()
  const faults = createFaults(Math.random)
  const assembled = assemble({
    store,
    clock,
    realNow,
    address,
    version,
    apiKey: () => apiKey,
    seedName: options.seed ?? 'default',
    secrets: await serverSecrets(dataDir),
    earlierRequests: requestFile?.earlier ?? [],
    faults,
    rateLimit: options.rateLimit,
    onFault: (error, requestId) =>
      notice(`${requestId}: ${error instanceof Error ? error.stack : String(error)}`),
  })
  const { service, delivery, replays } = assembled
  const { onEvent } = options
  if (onEvent !== undefined) service.events.subscribe(({ body }) => onEvent(body))
  const seeded = await fill(store, service, apiKey, clock)
  const listening = await listen(nodeHandler(createApp(service)), {
    port: options.port ?? defaultPort,
    host: options.host ?? '127.0.0.1',
    ...(options.portFallback !== undefined && { portFallback: options.portFallback }),
  })
  address.baseUrl = urlOf(listening)
  try {
    await announce(address.baseUrl, { started_at: iso(realNow()), version })
  } catch (error) {
    await listening.close(0)
    throw error
  }
  const chores = startChores(assembled, requestFile, notice)
  await delivery.worker.start()
  replays.nudge()
  const control = await controlOf(inFolder, dataDir, clock, notice)
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
    close: once(() => shutDown({ assembled, chores, control, listening, requestFile, dataDir })),
  }
}

/** The way in for commands such as `store backup`, while this process holds the folder. */
async function controlOf(
  opened: OpenedStore | null,
  dir: string | null,
  clock: SandboxClock,
  onNotice: (text: string) => void,
): Promise<Control | null> {
  if (opened === null || dir === null) return null
  return openControl({ dir, keeper: storeKeeper(opened, clock.now), onNotice })
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

interface Running {
  readonly assembled: Assembled
  readonly chores: Chores
  readonly control: Control | null
  readonly listening: Listening
  readonly requestFile: RequestFile | null
  readonly dataDir: string | null
}

async function shutDown({
  assembled,
  chores,
  control,
  listening,
  requestFile,
  dataDir,
}: Running): Promise<void> {
  const { service, delivery, replays } = assembled
  service.address.draining = true
  if (dataDir !== null) await removeLocator(dataDir)
  await control?.close()
  service.streams.closeAll()
  await listening.close(graceMs)
  await chores.stop()
  await replays.stop()
  await delivery.worker.stop()
  await delivery.http.close()
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

export { SeedError } from './seed/problems.ts'
export { PortTakenError } from './server/listen.ts'
export { readHolder } from './store/json/lock.ts'
export { StoreOpenError } from './store/types.ts'
