import type * as LiveModule from '../../live.ts'
import type { Live } from '../../live.ts'
import type { Context } from '../context.ts'
import { CliError, exit, SandboxError, UsageError } from '../failure.ts'

export interface ServeWishes {
  readonly store: string | undefined
  readonly port: number | undefined
  readonly host: string | undefined
  readonly sandbox: boolean
  readonly drain: number | undefined
  readonly keptRequests: number | undefined
  readonly corsOrigin: readonly string[]
  readonly allowEgress: readonly string[]
  readonly secretFile: string | undefined
  readonly keyFile: string | undefined
}

/** @throws CliError why it did not start, and the way out */
export async function startServer(wishes: ServeWishes, { io, globals, env }: Context): Promise<Live> {
  const known = await import('../../live.ts')
  const baseUrl = globals.baseUrl ?? env.baseUrl
  try {
    return await known.startLive({
      store: wishes.store ?? 'json:./.skillpass-live',
      baseUrl: baseUrl === undefined ? undefined : publicUrl(baseUrl),
      secretFile: wishes.secretFile,
      port: wishes.port,
      host: wishes.host,
      corsOrigins: wishes.corsOrigin,
      allowEgress: wishes.allowEgress,
      keptRequests: wishes.keptRequests,
      onNotice: (notice) => void io.err(`${notice}\n`).catch(() => {}),
    })
  } catch (error) {
    throw failure(error, wishes, known)
  }
}

/** @throws UsageError */
function publicUrl(given: string): string {
  if (URL.canParse(given) && /^https?:\/\//.test(given)) return given.replace(/\/+$/, '')
  throw new UsageError(
    `--base-url takes the address that clients use, such as https://skills.example.com, not "${given}".`,
  )
}

function failure(error: unknown, wishes: ServeWishes, known: typeof LiveModule): unknown {
  if (error instanceof known.StoreSpecError) return new UsageError(`--store: ${error.message}`)
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
  if (
    error instanceof Error &&
    'syscall' in error &&
    ['listen', 'getaddrinfo'].includes(String(error.syscall))
  )
    return new UsageError(`Cannot listen on ${wishes.host ?? '127.0.0.1'}: ${error.message}.`)
  return error
}
