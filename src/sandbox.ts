import { join, resolve } from 'node:path'
import { iso } from './core/instant.ts'
import type { Control } from './live/control.ts'
import { assemble } from './sandbox/assemble.ts'
import type { Assembled } from './runtime/assemble.ts'
import { startChores } from './runtime/background.ts'
import type { Chores } from './runtime/chores.ts'
import { newSecrets, openSecretFile } from './runtime/secret-file.ts'
import type { Hosting } from './runtime/hosting.ts'
import { listenAt, namesOf, once, shutDown, urlOf, type Running } from './runtime/serving.ts'
import { openStoreAt, parseStoreSpec, type OpenedStore } from './runtime/store-at.ts'
import { claimMode } from './runtime/store-mode.ts'
import { refuseUnfinished } from './keeper/unfinished.ts'
import { controlOf } from './live/store-control.ts'
import { startClock } from './sandbox/clock-start.ts'
import { createClock, type ClockWish, type SandboxClock } from './sandbox/clock.ts'
import { prepareFolder, removeLocator, writeLocator } from './sandbox/data-folder.ts'
import { printedKey } from './sandbox/printed-key.ts'
import { leaseSandbox, type Lease } from './sandbox/one-process.ts'
import { ensureKey, seedStore } from './sandbox/seeding.ts'
import { trustedProxies } from './server/caller.ts'
import { createFaults } from './server/faults.ts'
import type { Listening } from './server/listen.ts'
import { openRequestFile } from './server/request-file.ts'
import { createRequestLog } from './server/request-log.ts'
import { fixedSecrets } from './server/secret-ring.ts'
import type { Address, Service } from './server/service.ts'
import { openEphemeralStore } from './store/json/ephemeral.ts'
import type { Store } from './store/types.ts'
import { packageVersion } from './version.ts'
import { freeLostLeases } from './worker/lost-leases.ts'

export interface SandboxOptions extends Hosting {
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
  /** Where the data lie instead of in `dataDir`: `json:DIR` or `postgres://…`. */
  readonly store?: string | undefined
  /** A browser on this machine needs no key to sign in. Default: true. */
  readonly openHere?: boolean | undefined
  /** Holds the server's own secrets; made when it is missing. Default: in `dataDir`; without one they are not kept. */
  readonly secretFile?: string | undefined
  /** Newest requests that the log keeps. Default: 10,000. */
  readonly keptRequests?: number | undefined
  /** Who may read /metrics. Default: this machine. */
  readonly metrics?: 'loopback' | 'open' | undefined
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
  /** From now on /readyz says no; requests are still answered. */
  drain(): void
  /** Ends running requests, writes everything down, lets go of port and folder. */
  close(): Promise<void>
}

const graceMs = 5_000
const defaultKept = 10_000

/**
 * Starts the complete service in this process.
 * @throws StoreOpenError when the data folder is in use or damaged
 * @throws PortTakenError when the port is taken and `portFallback` is off
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const dataDir = options.dataDir === undefined ? null : resolve(options.dataDir)
  const notice = options.onNotice ?? (() => undefined)
  const opened = await openStore(dataDir, options, notice)
  try {
    return await startOn(opened, dataDir, options, notice)
  } catch (error) {
    await opened.lease?.release().catch(told(notice))
    await opened.store.close()
    throw error
  }
}

/** The reason why it did not start comes first; what would not stop either is only told of. */
function told(notice: (text: string) => void) {
  return (error: unknown): void => notice(error instanceof Error ? error.message : String(error))
}

/** @throws RangeError when `clock` is no instant */
function wishOf({ clock, freeze }: SandboxOptions): ClockWish {
  const at = clock === undefined ? undefined : Date.parse(clock)
  if (at !== undefined && Number.isNaN(at)) throw new RangeError(`Not an instant: ${clock}`)
  return { at, freeze }
}

async function openStore(
  dataDir: string | null,
  { store: spec, now = Date.now }: SandboxOptions,
  onNotice: (text: string) => void,
): Promise<Opened> {
  if (dataDir !== null) await prepareFolder(dataDir)
  if (dataDir === null && spec === undefined)
    return {
      store: openEphemeralStore(),
      label: 'the memory',
      opened: null,
      lease: null,
      announce: async () => undefined,
    }
  const opened = await openStoreAt(
    spec === undefined ? { kind: 'json', dir: dataDir ?? '' } : parseStoreSpec(spec),
    onNotice,
  )
  const { store, label, shared } = opened
  const lease = shared === null ? null : await leased(store, label, now)
  return {
    store,
    label,
    opened,
    lease,
    async announce(url, start) {
      await opened.announce(url)
      if (dataDir !== null) await writeLocator(dataDir, { url, pid: process.pid, ...start })
    },
  }
}

async function leased(store: Store, label: string, now: () => number): Promise<Lease> {
  try {
    return await leaseSandbox(store, label, now)
  } catch (error) {
    await store.close()
    throw error
  }
}

interface Opened {
  readonly store: Store
  readonly label: string
  /** null: nothing is kept. */
  readonly opened: OpenedStore | null
  /** null: nobody else could open it. */
  readonly lease: Lease | null
  /** Tells where this process answers: the commands in this folder, and whoever tries to open it too. */
  announce(url: string, start: { readonly started_at: string; readonly version: string }): Promise<void>
}

async function startOn(
  place: Opened,
  dataDir: string | null,
  options: SandboxOptions,
  notice: (text: string) => void,
): Promise<Sandbox> {
  const { store, label, opened } = place
  const realNow = options.now ?? Date.now
  await refuseUnfinished(store)
  await claimMode(store, 'sandbox', label)
  if (opened !== null) await freeLostLeases(store)
  const clock = createClock(realNow, await startClock(store, realNow(), wishOf(options)))
  const address: Address = {
    baseUrl: options.baseUrl ?? '',
    hosts: namesOf(options),
    corsOrigins: options.corsOrigins ?? [],
    trustProxy: trustedProxies(options.trustProxy ?? false),
    metrics: options.metrics,
    draining: false,
  }
  const requestFile = dataDir === null ? null : await openRequestFile(dataDir)
  const requestLog = createRequestLog(options.keptRequests ?? defaultKept, requestFile?.earlier)
  const apiKey = await printedKey(store, dataDir, clock.now())
  const faults = createFaults(Math.random)
  const secretFile = secretFileOf(options, dataDir)
  const assembled = assemble({
    store,
    shared: null,
    clock,
    realNow,
    address,
    version: packageVersion(),
    apiKey: () => apiKey,
    openHere: options.openHere ?? true,
    seedName: options.seed ?? 'default',
    secrets: secretFile === null ? fixedSecrets(newSecrets()) : await openSecretFile(secretFile),
    requestLog,
    faults,
    rateLimit: options.rateLimit,
    onFault: (error, requestId) =>
      notice(`${requestId}: ${error instanceof Error ? error.stack : String(error)}`),
  })
  const { service } = assembled
  const { onEvent } = options
  if (onEvent !== undefined) service.events.subscribe(({ body }) => onEvent(body))
  const seeded = await fill(store, service, apiKey, clock)
  const writeLog = requestFile === null ? null : () => requestFile.write(requestLog)
  return await serveOn(place, { assembled, clock, apiKey, seeded, dataDir, writeLog, notice }, options)
}

function secretFileOf({ secretFile }: SandboxOptions, dataDir: string | null): string | null {
  if (secretFile !== undefined) return resolve(secretFile)
  return dataDir === null ? null : join(dataDir, 'server-secrets.json')
}

interface Filled extends Pick<Sandbox, 'apiKey' | 'seeded' | 'dataDir'> {
  readonly assembled: Assembled
  readonly clock: SandboxClock
  readonly writeLog: (() => Promise<void>) | null
  readonly notice: (text: string) => void
}

async function serveOn(place: Opened, filled: Filled, options: SandboxOptions): Promise<Sandbox> {
  const { store, lease } = place
  const { assembled, writeLog, notice } = filled
  const chores = startChores(assembled, writeLog, notice)
  const begun: Begun = { listening: null, control: null }
  try {
    const sandbox = await begin(place, filled, { options, chores, begun })
    return {
      ...sandbox,
      close: once(async () => {
        try {
          await shutDown(running(filled, chores, begun), graceMs)
          await lease?.release()
        } finally {
          await store.close()
        }
      }),
    }
  } catch (error) {
    await shutDown(running(filled, chores, begun), 0).catch(told(notice))
    throw error
  }
}

/** What runs once the service answers; null until it does. */
interface Begun {
  listening: Listening | null
  control: Control | null
}

interface Begin {
  readonly options: SandboxOptions
  readonly chores: Chores
  readonly begun: Begun
}

/** From here on it answers. */
async function begin(
  { opened, lease, announce }: Opened,
  { assembled, clock, apiKey, seeded, dataDir, notice }: Filled,
  { options, chores, begun }: Begin,
): Promise<Omit<Sandbox, 'close'>> {
  const { service, delivery, replays } = assembled
  const { address, version } = service
  await lease?.keep(chores, () => notice('Another process has taken this sandbox over. Stop one of the two.'))
  const listening = await listenAt(options, service, chores, () => undefined)
  begun.listening = listening
  const url = urlOf(listening)
  if (options.baseUrl === undefined) address.baseUrl = url
  await announce(url, { started_at: iso(service.realNow()), version })
  await delivery.worker.start()
  replays.nudge()
  begun.control = opened === null ? null : await controlOf(opened, clock.now, notice)
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
    drain() {
      address.draining = true
    },
  }
}

function running({ assembled, dataDir, writeLog }: Filled, chores: Chores, begun: Begun): Running {
  return {
    assembled,
    chores,
    listening: begun.listening,
    first: async () => {
      if (dataDir !== null) await removeLocator(dataDir)
      await begun.control?.close()
    },
    last: async () => writeLog?.(),
  }
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

export { SeedError } from './seed/seed-error.ts'
export { SecretFileError } from './runtime/secret-file-error.ts'
export { PortTakenError } from './server/port-taken.ts'
export { readHolder } from './store/json/lock.ts'
export { StoreOpenError } from './store/store-error.ts'
