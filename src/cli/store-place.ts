import type { OpenedKeeper } from '../keeper/open-keeper.ts'
import type { OpenedStore, StoreSpec } from '../runtime/store-at.ts'
import type { Context } from './context.ts'
import { CliError, exit, SandboxError, UsageError } from './failure.ts'
import { flag, text } from './flags.ts'
import { dataFolderName, liveFolderName } from './locator.ts'

/** The store of commands that work on it directly, on the machine of its service. */
export const storeFlag = flag(
  text('STORE'),
  'json:DIR or postgres://… (default SKILLPASS_STORE, else the data folder)',
)

/** Flag, variable, then the data folder. A text that is none is not repeated: there may be a password in it. */
export async function specOf(given: string | undefined, { globals, env, cwd }: Context): Promise<StoreSpec> {
  const { parseStoreSpec, StoreSpecError } = await import('../runtime/store-at.ts')
  const folder = globals.data ?? (given === undefined && env.store === undefined ? env.dataDir : undefined)
  const named = given ?? (globals.data === undefined ? env.store : undefined)
  if (given !== undefined && globals.data !== undefined)
    throw new UsageError('--store and --data exclude each other.')
  try {
    return parseStoreSpec(named ?? `json:${folder ?? (await folderHere(cwd))}`, cwd)
  } catch (error) {
    throw error instanceof StoreSpecError ? new UsageError(error.message) : error
  }
}

/** Does something with a store that exists, whoever has it open. */
export async function withKeeper<A>(
  spec: StoreSpec,
  context: Context,
  work: (held: OpenedKeeper) => Promise<A>,
): Promise<A> {
  await refuseMissing(spec)
  const { openKeeper } = await import('../keeper/open-keeper.ts')
  return guarded(async () => {
    const held = await openKeeper(spec, noticeTo(context))
    try {
      return await work(held)
    } finally {
      await held.close()
    }
  })
}

/** Does something with a store that nobody else may have open; it is made when it is not there. */
export async function withStore<A>(
  spec: StoreSpec,
  context: Context,
  work: (opened: OpenedStore) => Promise<A>,
  options: { readonly salvage?: boolean } = {},
): Promise<A> {
  const { openStoreAt } = await import('../runtime/store-at.ts')
  return guarded(async () => {
    const opened = await openStoreAt(spec, noticeTo(context), options)
    try {
      return await work(opened)
    } finally {
      await opened.store.close()
    }
  })
}

/** Opening a folder makes one: a mistyped name must not leave an empty store behind, nor look like one. */
export async function refuseMissing(spec: StoreSpec): Promise<void> {
  const { describeSpec, storeExists } = await import('../runtime/store-at.ts')
  if (await storeExists(spec)) return
  throw new CliError(
    exit.notFound,
    'STORE_NOT_FOUND',
    `There is no store at ${describeSpec(spec)}.`,
    'Name another: --store json:DIR or SKILLPASS_STORE.',
  )
}

async function guarded<A>(work: () => Promise<A>): Promise<A> {
  const { StoreOpenError, StorageError } = await import('../store/types.ts')
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreOpenError) {
      const code = error.reason === 'locked' ? 'DATA_LOCKED' : 'DATA_UNUSABLE'
      throw new SandboxError(code, error.message, error.hint)
    }
    if (error instanceof StorageError)
      throw new CliError(exit.unexpected, 'STORAGE_UNAVAILABLE', error.message)
    throw error
  }
}

function noticeTo({ io }: Context): (text: string) => void {
  return (notice) => void io.err(`${notice}\n`).catch(() => {})
}

/** That of `serve` where there is one, else that of `dev`. */
async function folderHere(cwd: string): Promise<string> {
  const [{ access }, { join }] = await Promise.all([import('node:fs/promises'), import('node:path')])
  const isThere = await access(join(cwd, liveFolderName)).then(
    () => true,
    () => false,
  )
  return isThere ? liveFolderName : dataFolderName
}
