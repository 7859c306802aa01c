import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { refuseUnfinished } from './keeper/unfinished.ts'
import { checkSecrets } from './live/secret-check.ts'
import { firstKey, lacksFirstKey } from './live/first-key.ts'
import type { Control } from './live/control.ts'
import type { Log } from './live/log.ts'
import type { OpenLog } from './live/open-log.ts'
import { controlOf } from './live/store-control.ts'
import { mailParts, type MailParts } from './live/mail-parts.ts'
import { assemble, type Assembled } from './runtime/assemble.ts'
import { startChores } from './runtime/background.ts'
import type { Chores } from './runtime/chores.ts'
import { createResealer } from './runtime/reseal.ts'
import { openSecretFile } from './runtime/secret-file.ts'
import type { Hosting } from './runtime/hosting.ts'
import { listenAt, namesOf, once, shutDown, urlOf, type Running } from './runtime/serving.ts'
import { shareChores } from './runtime/shared-chores.ts'
import { openStoreAt, parseStoreSpec, type OpenedStore } from './runtime/store-at.ts'
import { freeLostMail } from './operations/outbox.ts'
import { claimMode } from './runtime/store-mode.ts'
import { prepareFolder } from './sandbox/data-folder.ts'
import { trustedProxies } from './server/caller.ts'
import { createFailureLimiter, createSharedFailureLimiter } from './server/failures.ts'
import type { Listening } from './server/listen.ts'
import { createRateLimiter, createSharedRateLimiter } from './server/rate-limit.ts'
import { openRequestFile } from './server/request-file.ts'
import { createRequestLog } from './server/request-log.ts'
import type { RequestRecorder } from './server/request-log.ts'
import type { SecretRing } from './server/secret-ring.ts'
import type { Address } from './server/service.ts'
import { createStoredRequestLog } from './server/stored-request-log.ts'
import { packageVersion } from './version.ts'
import { freeLostLeases } from './worker/lost-leases.ts'
import type { MailWorker } from './worker/mail.ts'
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
  /** `onLost`: where lines can be dropped, /metrics counts them. */
  readonly log: Log & Partial<Pick<OpenLog, 'onLost'>>
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
  const now = options.now ?? Date.now
  await refuseUnfinished(store)
  await claimMode(store, 'live', label)
  if (opened.shared === null) {
    await freeLostLeases(store)
    await store.transact((tx) => freeLostMail(tx, now()))
  }
  const secretFile = resolve(options.secretFile ?? join(opened.dir ?? '.', 'server-secrets.json'))
  const secrets = await openSecretFile(secretFile)
  await checkSecrets(store, secrets, secretFile)
  if (options.beforeFirstKey !== undefined && (await lacksFirstKey(store))) await options.beforeFirstKey()
  const address = addressOf(options)
  const own: Own = { port: null }
  const put = await putTogether(opened, options, { secrets, address, own, mail, now })
  options.log.onLost?.((lines) => put.assembled.service.metrics.linesLost(lines))
  const begun: Begun = { control: null, listening: null, mailing: null }
  try {
    const reseal = createResealer(store, secrets)
    put.chores.every(1_000, async () => {
      if (await reseal()) await checkSecrets(store, secrets, secretFile)
    })
    const live = await begin(put, begun, { opened, options, secretFile, address, own, mail, now })
    return {
      ...live,
      close: once(async () => {
        try {
          await shutDown(running(put, begun), graceMs)
        } finally {
          await store.close()
        }
        options.log.info('stopped')
      }),
    }
  } catch (error) {
    // The reason is told by whoever started it; that something would not stop either, only here.
    await shutDown(running(put, begun), 0).catch((late: unknown) => options.log.fault(late, 'start'))
    throw error
  }
}

/** What runs once the service answers; null until it does. */
interface Begun {
  control: Control | null
  listening: Listening | null
  mailing: MailWorker | null
}

interface Begin extends Pick<Facts, 'address' | 'own' | 'mail' | 'now'> {
  readonly opened: OpenedStore
  readonly options: LiveOptions
  readonly secretFile: string
}

/** From here on it answers. */
async function begin(
  { assembled, chores }: Put,
  begun: Begun,
  { opened, options, secretFile, address, own, mail, now }: Begin,
): Promise<Omit<Live, 'close'>> {
  const { log } = options
  const listening = await listenAt(options, assembled.service, chores, () => log.info('certificate renewed'))
  begun.listening = listening
  own.port = listening.port
  const url = urlOf(listening)
  if (options.baseUrl === undefined) address.baseUrl = url
  await opened.announce(url)
  await assembled.delivery.worker.start()
  assembled.replays.nudge()
  begun.control = await controlOf(opened, now, (text) => log.warn(text))
  begun.mailing = mail?.start(assembled.service, (text) => log.warn(text)) ?? null
  // Last, for a start that fails after it would lose it.
  const apiKey = await firstKey(opened.store, now())
  const facts = { url: address.baseUrl, store: opened.label, version: packageVersion(), pid: process.pid }
  log.info('ready', facts)
  return {
    ...facts,
    apiKey,
    dashboardUrl: `${address.baseUrl}/dashboard`,
    dataDir: opened.dir,
    secretFile,
    mode: 'live',
    port: listening.port,
    drain() {
      address.draining = true
      log.info('draining')
    },
  }
}

function running({ assembled, chores, lastWrite }: Put, { control, listening, mailing }: Begun): Running {
  return {
    assembled,
    chores,
    listening,
    first: async () => control?.close(),
    last: async () => {
      await mailing?.stop()
      await lastWrite()
    },
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
