import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { UsageError } from '../failure.ts'
import { flag, text } from '../flags.ts'

/** Where `sign` and `verify` find the secret: flag, then file, then SKILLPASS_WEBHOOK_SECRET. */
export const secretFlags = {
  secret: flag(text('SECRET'), 'whsec_…; better in SKILLPASS_WEBHOOK_SECRET, where no one else sees it'),
  secretFile: flag(text('FILE'), 'a file that holds it'),
}

interface Given {
  readonly secret: string | undefined
  readonly secretFile: string | undefined
}

/** As it stands there: a line break at its end is one of the mistakes that `verify` knows. */
export async function webhookSecret({ secret, secretFile }: Given, context: Context): Promise<string> {
  if (secret !== undefined && secretFile !== undefined)
    throw new UsageError('--secret and --secret-file exclude each other.')
  const found =
    secret ?? (secretFile === undefined ? context.env.webhookSecret : await secretOf(secretFile, context))
  if (found !== undefined) return found
  const hint =
    'It was printed when the webhook was made; that of a listener: skillpass webhook listen --print-secret'
  throw new UsageError('Missing: the secret, in SKILLPASS_WEBHOOK_SECRET, --secret or --secret-file.', hint)
}

/** Every editor ends a file with a line break: that much is not the user's mistake. */
async function secretOf(file: string, context: Context): Promise<string> {
  return (await bytesOfFile(file, context)).toString('utf8').replace(/\r?\n$/, '')
}

/** All of a file, or of stdin for `-`. */
export async function bytesOf(source: string, context: Context): Promise<Buffer> {
  return source === '-' ? context.io.inputBytes() : bytesOfFile(source, context)
}

async function bytesOfFile(file: string, { cwd }: Context): Promise<Buffer> {
  try {
    return await readFile(resolve(cwd, file))
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    throw new UsageError(`Cannot read ${file}${why}.`)
  }
}
