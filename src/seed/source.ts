import { readFile } from 'node:fs/promises'
import { SeedError } from './seed-error.ts'

/** A file of a seed after JSON.parse; its name is for messages. */
export interface SeedSource {
  readonly file: string
  readonly value: unknown
}

/** @throws SeedError when there is no such file or no JSON in it. */
export async function readSource(path: string | URL, file: string): Promise<SeedSource> {
  return { file, value: parse(await text(path, file), file) }
}

async function text(path: string | URL, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const hint = 'Name a JSON file, or one of the seeds of the package: default, empty.'
    throw refusal(file, 'cannot be read', cause, hint)
  }
}

/** Some editors begin a file with a byte order mark, which JSON does not know. */
function parse(json: string, file: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw refusal(file, 'is not JSON', cause)
  }
}

function refusal(file: string, message: string, cause: unknown, hint?: string): SeedError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new SeedError([{ file, pointer: '', message: `${message}: ${reason}` }], hint, { cause })
}
