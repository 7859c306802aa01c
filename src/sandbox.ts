import { join, resolve } from 'node:path'
import { iso } from './core/instant.ts'
import { assemble } from './sandbox/assemble.ts'
import { startChores } from './runtime/background.ts'
import { newSecrets, openSecretFile } from './runtime/secret-file.ts'
import type { Hosting } from './runtime/hosting.ts'
import { namesOf, once, shutDown, urlOf } from './runtime/serving.ts'
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
import { createApp, nodeHandler } from './server/app.ts'
import { trustedProxies } from './server/caller.ts'
import { createFaults } from './server/faults.ts'
import { listen } from './server/listen.ts'
import { openRequestFile } from './server/request-file.ts'
import { createRequestLog } from './server/request-log.ts'
import { fixedSecrets } from './server/secret-ring.ts'
import type { Address, Service } from './server/service.ts'
import { wireRefusals } from './server/wire-refusal.ts'
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
/** Newest requests that the log keeps. */
const logCapacity = 10_000

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
  { store, label, opened, lease, announce }: Opened,
  dataDir: string | null,
  options: SandboxOptions,
  notice: (text: string) => void,
): Promise<Sandbox> {
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
    draining: false,
  }
  const requestFile = dataDir === null ? null : await openRequestFile(dataDir)
  const requestLog = createRequestLog(logCapacity, requestFile?.earlier)
  const apiKey = await printedKey(store, dataDir, clock.now())
  const version = packageVersion()
  const faults = createFaults(Math.random)
  const assembled = assemble({
    store,
    shared: null,
    clock,
    realNow,
    address,
    version,
    apiKey: () => apiKey,
    openHere: options.openHere ?? true,
    seedName: options.seed ?? 'default',
    secrets:
      dataDir === null
        ? fixedSecrets(newSecrets())
        : await openSecretFile(join(dataDir, 'server-secrets.json')),
    requestLog,
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
    refuse: wireRefusals(service),
    ...(options.portFallback !== undefined && { portFallback: options.portFallback }),
  })
  const url = urlOf(listening)
  if (options.baseUrl === undefined) address.baseUrl = url
  try {
    await announce(url, { started_at: iso(realNow()), version })
  } catch (error) {
    await listening.close(0)
    throw error
  }
  const writeLog = requestFile === null ? null : () => requestFile.write(requestLog)
  const chores = startChores(assembled, writeLog, notice)
  lease?.keep(chores, () => notice('Another process has taken this sandbox over. Stop one of the two.'))
  await delivery.worker.start()
  replays.nudge()
  const control = opened === null ? null : await controlOf(opened, clock.now, notice)
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
    close: once(async () => {
      service.address.draining = true
      if (dataDir !== null) await removeLocator(dataDir)
      await control?.close()
      await shutDown({ assembled, chores, listening, last: () => lastWrites(writeLog, lease) }, graceMs)
    }),
  }
}

async function lastWrites(writeLog: (() => Promise<void>) | null, lease: Lease | null): Promise<void> {
  await writeLog?.()
  await lease?.release()
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
