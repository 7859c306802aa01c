import { access, constants, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { CliError, exit, UsageError } from '../failure.ts'

/** The file of rows and the two that are written beside it. */
export interface Source {
  /** What messages call it. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly checkpoint: string | null
  readonly results: string | null
}

export interface SourceWish {
  readonly from: string
  readonly checkpoint: string | undefined
  readonly results: string | undefined
}

export async function readSource({ from, ...wish }: SourceWish, { io, cwd }: Context): Promise<Source> {
  const given = (path: string | undefined) => (path === undefined ? null : resolve(cwd, path))
  const path = from === '-' ? null : resolve(cwd, from)
  const bytes = path === null ? await io.inputBytes() : await fileBytes(path, from)
  // Beside stdin, a pipe or a device there is no place for files.
  const isPlain = path !== null && (await stat(path)).isFile()
  const base = isPlain ? path.replace(/\.csv$/i, '') : null
  const source = {
    name: from === '-' ? 'stdin' : from,
    bytes,
    checkpoint: given(wish.checkpoint) ?? (base === null ? null : `${base}.skillpass.jsonl`),
    results: given(wish.results) ?? (base === null ? null : `${base}.results.csv`),
  }
  if (source.results !== null) await refuseUseless(source.results, [path, source.checkpoint])
  return source
}

async function fileBytes(path: string, name: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    throw new UsageError(`Cannot read ${name}${why}.`)
  }
}

/** What would only fail after everything was sent. */
async function refuseUseless(results: string, others: readonly (string | null)[]): Promise<void> {
  if (others.includes(results)) throw new UsageError(`--results would replace ${results}.`)
  try {
    await mkdir(dirname(results), { recursive: true })
    await access(dirname(results), constants.W_OK)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new CliError(
      exit.usage,
      'FILE_UNWRITABLE',
      `Cannot write ${results}${why}.`,
      'Put it elsewhere: --results FILE',
    )
  }
}
