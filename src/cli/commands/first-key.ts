import type { Live } from '../../live.ts'
import { CliError, exit } from '../failure.ts'
import { PipeClosed } from '../io.ts'
import { sentence } from '../sentence.ts'
import { tryWrite, writeWhole } from '../whole-file.ts'
import type { ServeWishes } from './serve-start.ts'

/** A server whose first key went where it was wanted. */
export interface Kept extends Live {
  readonly keyFile: string | null
}

type Wish = Pick<ServeWishes, 'keyFile'>

/** While there is no key yet that could be lost. @throws CliError FILE_UNWRITABLE */
export async function checkKeyFile({ keyFile }: Wish): Promise<void> {
  if (keyFile !== undefined) await tryWrite(keyFile, keyFile)
}

/**
 * Tells the first admin key: it is shown once, or stands in a file that only its owner reads.
 * @throws CliError naming the way to another key when nobody learned this one
 */
export async function tellKey(
  server: Live,
  { keyFile }: Wish,
  show: (kept: Kept) => Promise<void>,
): Promise<void> {
  try {
    await show(await kept(server, keyFile))
  } catch (error) {
    const isLost = server.mode === 'live' && server.apiKey !== null
    throw isLost ? lost(error, server) : error
  }
}

async function kept(server: Live, keyFile: string | undefined): Promise<Kept> {
  if (server.apiKey === null || keyFile === undefined) return { ...server, keyFile: null }
  await writeWhole(keyFile, `${server.apiKey}\n`, keyFile, 0o600)
  return { ...server, apiKey: null, keyFile }
}

function lost(error: unknown, { dataDir }: Live): CliError {
  const reason = error instanceof PipeClosed ? 'Nobody reads stdout.' : messageOf(error)
  const store = dataDir === null ? '' : ` --store json:${dataDir}`
  return new CliError(
    error instanceof CliError ? error.exit : exit.unexpected,
    'KEY_LOST',
    `${reason} The first admin key was made, and nobody has it.`,
    `Make another: skillpass keys bootstrap${store}`,
  )
}

function messageOf(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error))
}
