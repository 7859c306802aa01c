import type * as LiveModule from '../../live.ts'
import { join, resolve } from 'node:path'
import type { Live } from '../../live.ts'
import type { LogFormat, LogLevel } from '../../live/log.ts'
import type { OpenLog } from '../../live/open-log.ts'
import type { SandboxOptions } from '../../sandbox.ts'
import type { Context } from '../context.ts'
import { CliError, exit, SandboxError, UsageError } from '../failure.ts'
import { liveFolderName } from '../locator.ts'
import { sentence } from '../sentence.ts'
import { checkKeyFile } from './first-key.ts'
import { parseUrl } from '../../parse-url.ts'

/** A running server, of either mode. */
export type Served = Live

export interface ServeWishes {
  readonly store: string | undefined
  readonly port: number | undefined
  readonly host: string | undefined
  readonly sandbox: boolean
  readonly drain: number | undefined
  readonly keptRequests: number | undefined
  readonly corsOrigin: readonly string[]
  readonly allowEgress: readonly string[]
  readonly trustProxy: boolean
  readonly trustedProxy: readonly string[]
  readonly metrics: 'loopback' | 'open' | undefined
  readonly tlsCert: string | undefined
  readonly tlsKey: string | undefined
  readonly smtp: string | undefined
  readonly smtpFrom: string | undefined
  readonly mailLocale: string | undefined
  readonly logFormat: LogFormat | undefined
  readonly logLevel: LogLevel | undefined
  readonly secretFile: string | undefined
  readonly keyFile: string | undefined
}

/** @throws CliError why it did not start, and the way out */
export async function startServer(wishes: ServeWishes, context: Context, log: OpenLog): Promise<Served> {
  const { globals, env, cwd } = context
  const known = await import('../../live.ts')
  await checkRanges(wishes)
  const baseUrl = globals.baseUrl ?? env.baseUrl
  const hosting = {
    baseUrl: baseUrl === undefined ? undefined : publicUrl(baseUrl),
    port: wishes.port,
    host: wishes.host,
    corsOrigins: wishes.corsOrigin,
    trustProxy: wishes.trustedProxy.length > 0 ? wishes.trustedProxy : wishes.trustProxy,
    tls: await certificate(wishes),
  }
  try {
    if (wishes.sandbox)
      return await startShared(
        wishes,
        { ...hosting, onNotice: (text) => log.warn(text) },
        resolve(cwd, globals.data ?? env.dataDir ?? sandboxFolder),
      )
    return await known.startLive({
      ...hosting,
      store: wishes.store ?? `json:${liveFolderName}`,
      secretFile: wishes.secretFile,
      allowEgress: wishes.allowEgress,
      keptRequests: wishes.keptRequests,
      metrics: wishes.metrics,
      mail: mailWish(wishes),
      log,
      beforeFirstKey: async () => checkKeyFile(wishes),
    })
  } catch (error) {
    throw await failure(error, wishes, known)
  }
}

/** Whether what looks like one is a range of addresses. @throws UsageError */
async function checkRanges({ allowEgress, trustedProxy }: ServeWishes): Promise<void> {
  const { parseRanges } = await import('../../core/address.ts')
  const given = { '--allow-egress': allowEgress, '--trusted-proxy': trustedProxy }
  for (const [flag, ranges] of Object.entries(given)) {
    try {
      parseRanges(ranges)
    } catch (error) {
      if (error instanceof TypeError) throw new UsageError(`${flag}: ${error.message}`)
      throw error
    }
  }
}

/** @throws UsageError */
async function certificate({ tlsCert: cert, tlsKey: key }: ServeWishes) {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new UsageError('--tls-cert and --tls-key go together.')
  const [{ readFile }, { createSecureContext }] = await Promise.all([
    import('node:fs/promises'),
    import('node:tls'),
  ])
  try {
    createSecureContext({ cert: await readFile(cert), key: await readFile(key) })
    return { cert, key }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`--tls-cert ${cert} and --tls-key ${key} cannot be used: ${reason}.`)
  }
}

/** @throws UsageError */
function mailWish({ smtp, smtpFrom: from, mailLocale: locale }: ServeWishes) {
  if (smtp !== undefined && from !== undefined) return { smtp, from, locale }
  if (smtp === undefined && from === undefined) return undefined
  throw new UsageError('--smtp and --smtp-from go together: mail comes from somebody.')
}

/** Keys and secrets of a sandbox that keeps its data in a database lie there. */
const sandboxFolder = './.skillpass-shared'

const notOfSandboxes = {
  allowEgress: ['--allow-egress', 'it may reach private networks as it is'],
  smtp: ['--smtp', 'it sends no mail: what it would send is at /v1/sandbox/mail'],
  smtpFrom: ['--smtp-from', 'it sends no mail: what it would send is at /v1/sandbox/mail'],
  mailLocale: ['--mail-locale', 'it sends no mail: what it would send is at /v1/sandbox/mail'],
} as const

/** @throws UsageError naming what a sandbox has no use for: whoever asked for it would believe to have it */
function refuseLiveOnly(wishes: ServeWishes): void {
  for (const [name, [flag, reason]] of Object.entries(notOfSandboxes)) {
    const wish: unknown = Reflect.get(wishes, name)
    if (wish === undefined || (Array.isArray(wish) && wish.length === 0)) continue
    throw new UsageError(`${flag} does not go with --sandbox: ${reason}.`)
  }
}

/** A sandbox for a team: its key is printed at every start, as that of `dev`, but no browser is let in without one. */
async function startShared(wishes: ServeWishes, hosting: SandboxOptions, folder: string): Promise<Served> {
  refuseLiveOnly(wishes)
  const { store, keptRequests, metrics } = wishes
  const { startSandbox } = await import('../../sandbox.ts')
  const dir = /^json:(.+)$/.exec(store ?? '')?.[1]
  const dataDir = dir === undefined ? folder : resolve(dir)
  const secretFile = resolve(wishes.secretFile ?? join(dataDir, 'server-secrets.json'))
  const sandbox = await startSandbox({
    ...hosting,
    openHere: false,
    dataDir,
    secretFile,
    keptRequests,
    metrics,
    ...(dir === undefined && store !== undefined && { store }),
  })
  const kept = dir === undefined && store !== undefined ? 'the database' : `json:${dataDir}`
  return { ...sandbox, store: kept, secretFile }
}

/** @throws UsageError */
function publicUrl(given: string): string {
  const url = parseUrl(given)
  if (url !== null && /^https?:\/\//.test(given) && url.search === '' && url.hash === '')
    return given.replace(/\/+$/, '')
  throw new UsageError(
    `--base-url takes the address that clients use, such as https://skills.example.com, not "${given}".`,
  )
}

async function failure(error: unknown, wishes: ServeWishes, known: typeof LiveModule): Promise<unknown> {
  if (error instanceof known.StoreSpecError) return new UsageError(error.message)
  if (error instanceof known.MailWishError) return new UsageError(`${error.flag}: ${error.message}`)
  if (error instanceof known.SecretFileError)
    return new CliError(
      exit.usage,
      'SECRETS_UNUSABLE',
      error.message,
      'Put the file back, or name another: --secret-file FILE.',
    )
  if (error instanceof known.StoreOpenError) {
    const code = error.reason === 'locked' ? 'DATA_LOCKED' : 'DATA_UNUSABLE'
    return new SandboxError(code, error.message, error.hint)
  }
  if (error instanceof known.PortTakenError)
    return new SandboxError(
      'PORT_TAKEN',
      error.message,
      'Another one: --port N, or --port 0 for any free one.',
    )
  return await systemFailure(error, wishes)
}

/** What the system refuses: an address, a file, space on the disk. */
async function systemFailure(error: unknown, { host = '127.0.0.1' }: ServeWishes): Promise<unknown> {
  const { StorageError } = await import('../../store/store-error.ts')
  if (!(error instanceof Error && (error instanceof StorageError || 'syscall' in error))) return error
  if ('syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo'))
    return new UsageError(`Cannot listen on ${host}: ${error.message}.`)
  return new SandboxError(
    'DATA_UNUSABLE',
    `Cannot start: ${sentence(error.message)}`,
    'Is there space left, and may this user write there? Another place: --store json:DIR, --secret-file FILE.',
  )
}
