import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { checkSecrets } from './live/secret-check.ts'
import { firstKey } from './live/first-key.ts'
import { assemble, type Assembled } from './runtime/assemble.ts'
import { startChores } from './runtime/background.ts'
import type { Chores } from './runtime/chores.ts'
import { openSecretFile } from './runtime/secret-file.ts'
import type { Hosting } from './runtime/hosting.ts'
import { namesOf, once, shutDown, urlOf } from './runtime/serving.ts'
import { shareChores } from './runtime/shared-chores.ts'
import { openStoreAt, parseStoreSpec, type OpenedStore } from './runtime/store-at.ts'
import { claimMode } from './runtime/store-mode.ts'
import { prepareFolder } from './sandbox/data-folder.ts'
import { createApp, nodeHandler } from './server/app.ts'
import { listen } from './server/listen.ts'
import { createRateLimiter, createSharedRateLimiter } from './server/rate-limit.ts'
import { openRequestFile } from './server/request-file.ts'
import { createRequestLog } from './server/request-log.ts'
import type { RequestRecorder } from './server/request-log.ts'
import type { SecretRing } from './server/secret-ring.ts'
import type { Address } from './server/service.ts'
import { createStoredRequestLog } from './server/stored-request-log.ts'
import { packageVersion } from './version.ts'
import { parseRanges, type TargetPolicy } from './worker/target.ts'

export interface LiveOptions extends Hosting {
  /** `json:DIR` or `postgres://…`. */
  readonly store: string
  /** Holds the server's own secrets; made when it is missing. Default for a JSON store: in its folder. */
  readonly secretFile: string | undefined
  /** 0: any free port. Default: 4747. */
  readonly port?: number | undefined
  /** Address to bind. Default: 127.0.0.1. */
  readonly host?: string | undefined
  /** Private networks that webhooks may reach, CIDR. */
  readonly allowEgress?: readonly string[] | undefined
  /** Newest requests that the log keeps. Default: 10,000. */
  readonly keptRequests?: number | undefined
  /** Real time, epoch milliseconds. Default: the system's. */
  readonly now?: (() => number) | undefined
  readonly onNotice: (text: string) => void
}

export interface Live {
  readonly url: string
  /** The first admin key, on the first start of the store only: nothing keeps it. */
  readonly apiKey: string | null
  readonly dashboardUrl: string
  /** Where the data lie; holds no password. */
  readonly store: string
  readonly dataDir: string | null
  readonly secretFile: string
  readonly mode: 'live' | 'sandbox'
  readonly version: string
  readonly pid: number
  readonly port: number
  /** From now on /readyz says no; requests are still answered. */
  drain(): void
  /** Ends running requests, writes everything down, lets go of port and store. */
  close(): Promise<void>
}

const defaultPort = 4747
const defaultKept = 10_000
const graceMs = 30_000

/**
 * Starts the deployed service in this process; any number of processes may serve one PostgreSQL database.
 * @throws StoreSpecError, StoreOpenError, SecretFileError, PortTakenError
 */
export async function startLive(options: LiveOptions): Promise<Live> {
  const spec = parseStoreSpec(options.store)
  if (spec.kind === 'json') await prepareFolder(spec.dir)
  const opened = await openStoreAt(spec, options.onNotice)
  try {
    return await startOn(opened, options)
  } catch (error) {
    await opened.store.close()
    throw error
  }
}

async function startOn(opened: OpenedStore, options: LiveOptions): Promise<Live> {
  const { store, label } = opened
  const now = options.now ?? Date.now
  await claimMode(store, 'live', label)
  const secretFile = resolve(options.secretFile ?? join(opened.dir ?? '.', 'server-secrets.json'))
  const secrets = await openSecretFile(secretFile)
  await checkSecrets(store, secrets, secretFile)
  const address: Address = {
    baseUrl: options.baseUrl ?? '',
    hosts: namesOf(options),
    corsOrigins: options.corsOrigins ?? [],
    draining: false,
  }
  const own: Own = { port: null }
  const { assembled, chores, lastWrite } = await put(opened, options, { secrets, address, own, now })
  const listening = await listen(nodeHandler(createApp(assembled.service)), {
    port: options.port ?? defaultPort,
    host: options.host ?? '127.0.0.1',
  })
  own.port = listening.port
  const url = urlOf(listening)
  if (options.baseUrl === undefined) address.baseUrl = url
  await opened.announce(url)
  const apiKey = await firstKey(store, now())
  await assembled.delivery.worker.start()
  assembled.replays.nudge()
  return {
    url: address.baseUrl,
    apiKey,
    dashboardUrl: `${address.baseUrl}/dashboard`,
    store: label,
    dataDir: opened.dir,
    secretFile,
    mode: 'live',
    version: packageVersion(),
    pid: process.pid,
    port: listening.port,
    drain: () => (address.draining = true),
    close: once(() => shutDown({ assembled, chores, listening, last: lastWrite }, graceMs)),
  }
}

interface Facts {
  readonly secrets: SecretRing
  readonly address: Address
  readonly own: Own
  readonly now: () => number
}

/** Where this process listens; known once it does. */
interface Own {
  port: number | null
}

interface Put {
  readonly assembled: Assembled
  readonly chores: Chores
  readonly lastWrite: () => Promise<void>
}

/** The service and what it does by itself: alone on a data folder, or as one of several on a database. */
async function put(opened: OpenedStore, options: LiveOptions, facts: Facts): Promise<Put> {
  const capacity = options.keptRequests ?? defaultKept
  if (opened.shared !== null) {
    const log = createStoredRequestLog({
      store: opened.store,
      capacity,
      now: facts.now,
      onFault: (error) => options.onNotice(String(error)),
    })
    const assembled = assembleLive(opened, options, facts, log)
    const chores = startChores(assembled, null, options.onNotice)
    shareChores(chores, assembled, log)
    return { assembled, chores, lastWrite: () => log.flush() }
  }
  const file = opened.dir === null ? null : await openRequestFile(opened.dir)
  const log = createRequestLog(capacity, file?.earlier)
  const write = async (): Promise<void> => file?.write(log)
  const assembled = assembleLive(opened, options, facts, log)
  return { assembled, chores: startChores(assembled, write, options.onNotice), lastWrite: write }
}

function assembleLive(
  { store, shared }: OpenedStore,
  options: LiveOptions,
  { secrets, address, own, now }: Facts,
  requestLog: RequestRecorder,
): Assembled {
  return assemble({
    store,
    shared,
    mode: 'live',
    now,
    realNow: now,
    secrets,
    address,
    version: packageVersion(),
    policy: livePolicy(options, own),
    limiter:
      shared === null
        ? createRateLimiter({ now: () => performance.timeOrigin + performance.now() })
        : createSharedRateLimiter(shared, undefined),
    requestLog,
    onFault: (error, requestId) =>
      options.onNotice(`${requestId}: ${error instanceof Error ? error.stack : String(error)}`),
  })
}

function livePolicy({ allowEgress = [] }: LiveOptions, own: Own): TargetPolicy {
  return {
    mode: 'live',
    allowEgress: parseRanges(allowEgress),
    ownAddresses: Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
    get ownPort() {
      return own.port
    },
  }
}

export { SecretFileError } from './runtime/secret-file-error.ts'
export { StoreSpecError } from './runtime/store-at.ts'
export { PortTakenError } from './server/port-taken.ts'
export { StoreOpenError } from './store/store-error.ts'
