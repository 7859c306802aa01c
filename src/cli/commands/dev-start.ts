import type * as SandboxModule from '../../sandbox.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox.ts'
import { SandboxError, UsageError } from '../failure.ts'
import { sentence } from '../sentence.ts'

/**
 * Starts a sandbox in this process.
 * @throws CliError why it did not start, and the way out
 */
export async function start(options: SandboxOptions): Promise<Sandbox> {
  const known = await import('../../sandbox.ts')
  try {
    return await known.startSandbox(options)
  } catch (error) {
    throw await failure(error, options, known)
  }
}

async function failure(
  error: unknown,
  options: SandboxOptions,
  known: typeof SandboxModule,
): Promise<unknown> {
  if (error instanceof known.StoreOpenError) {
    return new SandboxError(
      error.reason === 'locked' ? 'DATA_LOCKED' : 'DATA_UNUSABLE',
      error.message,
      error.hint,
    )
  }
  if (error instanceof known.PortTakenError) {
    return new SandboxError(
      'PORT_TAKEN',
      error.message,
      'Another one: --port N, or --port 0 for any free one.',
    )
  }
  if (error instanceof known.SecretFileError) {
    return new SandboxError(
      'DATA_UNUSABLE',
      error.message,
      'Put the file back, or choose another folder: --data DIR.',
    )
  }
  if (error instanceof known.SeedError) return new UsageError(error.message, error.hint)
  return await systemFailure(error, options)
}

/** What the system refuses: a folder, an address, space on the disk. */
async function systemFailure(
  error: unknown,
  { dataDir, host = '127.0.0.1' }: SandboxOptions,
): Promise<unknown> {
  const { StorageError } = await import('../../store/store-error.ts')
  if (!(error instanceof Error && (error instanceof StorageError || 'syscall' in error))) return error
  if ('syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')) {
    return new UsageError(`Cannot listen on ${host}: ${error.message}.`)
  }
  const hint = 'Another folder: --data DIR. In memory only: dev --ephemeral, or exec without --data.'
  return new SandboxError(
    'DATA_UNUSABLE',
    `Cannot use ${dataDir ?? 'the data folder'}: ${sentence(error.message)}`,
    hint,
  )
}
