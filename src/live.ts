import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { refuseUnfinished } from './keeper/unfinished.ts'
import { checkSecrets } from './live/secret-check.ts'
import { firstKey, lacksFirstKey } from './live/first-key.ts'
import type { Log } from './live/log.ts'
import { controlOf } from './live/store-control.ts'
import { mailParts, type MailParts } from './live/mail-parts.ts'
import { assemble, type Assembled } from './runtime/assemble.ts'
import { startChores } from './runtime/background.ts'
import type { Chores } from './runtime/chores.ts'
import { createResealer } from './runtime/reseal.ts'
import { openSecretFile } from './runtime/secret-file.ts'
import type { Hosting } from './runtime/hosting.ts'
import { certificateOf, namesOf, once, shutDown, urlOf } from './runtime/serving.ts'
import { shareChores } from './runtime/shared-chores.ts'
import { openStoreAt, parseStoreSpec, type OpenedStore } from './runtime/store-at.ts'
import { claimMode } from './runtime/store-mode.ts'
import { prepareFolder } from './sandbox/data-folder.ts'
import { createApp, nodeHandler } from './server/app.ts'
import { trustedProxies } from './server/caller.ts'
import { createFailureLimiter, createSharedFailureLimiter } from './server/failures.ts'
import { listen, type Listening } from './server/listen.ts'
import { createRateLimiter, createSharedRateLimiter } from './server/rate-limit.ts'
import { openRequestFile } from './server/request-file.ts'
import { createRequestLog } from './server/request-log.ts'
import type { RequestRecorder } from './server/request-log.ts'
import type { SecretRing } from './server/secret-ring.ts'
import type { Address } from './server/service.ts'
import { createStoredRequestLog } from './server/stored-request-log.ts'
import { wireRefusals } from './server/wire-refusal.ts'
import { packageVersion } from './version.ts'
import { freeLostLeases } from './worker/lost-leases.ts'
import { parseRanges, type TargetPolicy } from './worker/target.ts'

export interface LiveOptions extends Hosting {
  /** `json:DIR` or `postgres://…`. */
  readonly store: string
  /** Holds the server's own secrets; made when it is missing. Default for a JSON store: in its folder. */
  readonly secretFile?: string | undefined
  /** 0: any free port. Default: 4747. */
  readonly port?: number | undefined
  /** Address to bind. Default: 127.0.0.1. */
  readonly host?: string | undefined
  /** Private networks that webhooks may reach, CIDR. */
  readonly allowEgress?: readonly string[] | undefined
  /** Newest requests that the log keeps. Default: 10,000. */
  readonly keptRequests?: number | undefined
  /** Who may read /metrics. Default: this machine. */
  readonly metrics?: 'loopback' | 'open' | undefined
  /** Where invites are mailed from; absent: they are not. */
  readonly mail?: MailWish | undefined
  /** Real time, epoch milliseconds. Default: the system's. */
  readonly now?: (() => number) | undefined
  readonly log: Log
  /** Asked before the first admin key is made: throws where its secret could not be kept, and no key is made. */
  readonly beforeFirstKey?: (() => Promise<void>) | undefined
}

export interface MailWish {
  /** `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…`. */
  readonly smtp: string
  /** `Acme Hiring <hiring@example.com>`. */
  readonly from: string
  /** Of mail to a person whose language is not known. Default: `en`. */
  readonly locale?: string | undefined
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
 * @throws StoreSpecError, MailWishError, StoreOpenError, SecretFileError, PortTakenError
 */
export async function startLive(options: LiveOptions): Promise<Live> {
  const spec = parseStoreSpec(options.store)
  const mail = options.mail === undefined ? null : mailParts(options.mail)
  if (spec.kind === 'json') await prepareFolder(spec.dir)
  const opened = await openStoreAt(spec, (text) => options.log.warn(text))
  try {
    return await startOn(opened, options, mail)
  } catch (error) {
    await opened.store.close()
    throw error
  }
}

async function startOn(opened: OpenedStore, options: LiveOptions, mail: MailParts | null): Promise<Live> {
  const { store, label } = opened
  const { log } = options
  const now = options.now ?? Date.now
  await refuseUnfinished(store)
  await claimMode(store, 'live', label)
  if (opened.shared === null) await freeLostLeases(store)
  const secretFile = resolve(options.secretFile ?? join(opened.dir ?? '.', 'server-secrets.json'))
  const secrets = await openSecretFile(secretFile)
  await checkSecrets(store, secrets, secretFile)
  if (options.beforeFirstKey !== undefined && (await lacksFirstKey(store))) await options.beforeFirstKey()
  const address = addressOf(options)
  const own: Own = { port: null }
  const put = await putTogether(opened, options, { secrets, address, own, mail, now })
  const { assembled, chores } = put
  const reseal = createResealer(store, secrets)
  chores.every(1_000, async () => {
    if (await reseal()) await checkSecrets(store, secrets, secretFile)
  })
  const listening = await open(assembled, options, chores)
  own.port = listening.port
  const url = urlOf(listening)
  if (options.baseUrl === undefined) address.baseUrl = url
  const apiKey = await begin(opened, put, listening, now())
  assembled.replays.nudge()
  const control = await controlOf(opened, now, (text) => log.warn(text))
  const worker = mail?.start(assembled.service, (text) => log.warn(text))
  log.info('ready', { url: address.baseUrl, store: label, version: packageVersion(), pid: process.pid })
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
    drain() {
      address.draining = true
      log.info('draining')
    },
    close: once(async () => {
      await control?.close()
      const last = async (): Promise<void> => {
        await worker?.stop()
        await put.lastWrite()
      }
      await shutDown({ assembled, chores, listening, last }, graceMs)
      log.info('stopped')
    }),
  }
}

/**
 * The last that can fail, while it listens already: what nobody ends then would hold the port for ever. The key comes
 * last, for a start that fails after it loses it. @returns its secret
 */
async function begin(
  opened: OpenedStore,
  { assembled: { delivery }, chores }: Put,
  listening: Listening,
  now: number,
): Promise<string | null> {
  try {
    await opened.announce(urlOf(listening))
    await delivery.worker.start()
    return await firstKey(opened.store, now)
  } catch (error) {
    await listening.close(0)
    await chores.stop()
    await delivery.worker.stop()
    throw error
  }
}

function addressOf(options: LiveOptions): Address {
  return {
    baseUrl: options.baseUrl ?? '',
    hosts: namesOf(options),
    corsOrigins: options.corsOrigins ?? [],
    trustProxy: trustedProxies(options.trustProxy ?? false),
    metrics: options.metrics,
    draining: false,
  }
}

const certificateLookMs = 60_000

/** Listens; a certificate that was renewed on disk is used within a minute. */
async function open({ service }: Assembled, options: LiveOptions, chores: Chores): Promise<Listening> {
  const tls = await certificateOf(options)
  const listening = await listen(nodeHandler(createApp(service)), {
    port: options.port ?? defaultPort,
    host: options.host ?? '127.0.0.1',
    refuse: wireRefusals(service),
    ...(tls !== undefined && { tls }),
  })
  if (tls === undefined) return listening
  let used = tls
  chores.every(certificateLookMs, async () => {
    const found = await certificateOf(options)
    if (found === undefined || Buffer.compare(found.cert, used.cert) === 0) return
    await listening.renew(found)
    used = found
    options.log.info('certificate renewed')
  })
  return listening
}

interface Facts {
  readonly secrets: SecretRing
  readonly address: Address
  readonly own: Own
  readonly mail: MailParts | null
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
async function putTogether(opened: OpenedStore, options: LiveOptions, facts: Facts): Promise<Put> {
  const capacity = options.keptRequests ?? defaultKept
  const notice = (text: string): void => options.log.warn(text)
  if (opened.shared !== null) {
    const log = createStoredRequestLog({
      store: opened.store,
      capacity,
      now: facts.now,
      onFault: (error) => options.log.fault(error, 'request log'),
    })
    const assembled = assembleLive(opened, options, facts, log)
    const chores = startChores(assembled, null, notice)
    shareChores(chores, assembled, log)
    return { assembled, chores, lastWrite: () => log.flush() }
  }
  const file = opened.dir === null ? null : await openRequestFile(opened.dir)
  const log = createRequestLog(capacity, file?.earlier)
  const write = async (): Promise<void> => file?.write(log)
  const assembled = assembleLive(opened, options, facts, log)
  return { assembled, chores: startChores(assembled, write, notice), lastWrite: write }
}

function assembleLive(
  { store, shared }: OpenedStore,
  options: LiveOptions,
  { secrets, address, own, mail, now }: Facts,
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
    failures: shared === null ? createFailureLimiter(now) : createSharedFailureLimiter(shared, now),
    requestLog,
    onFault: (error, requestId) => options.log.fault(error, requestId),
    onAnswered: (exchange) => options.log.request(exchange),
    ...(mail !== null && { outbox: mail.outbox }),
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

export { MailWishError } from './live/mail-parts.ts'
export { SecretFileError } from './runtime/secret-file-error.ts'
export { StoreSpecError } from './runtime/store-at.ts'
export { PortTakenError } from './server/port-taken.ts'
export { StoreOpenError } from './store/store-error.ts'
