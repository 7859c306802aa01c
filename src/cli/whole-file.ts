import { mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError, exit } from './failure.ts'
import { hasCode } from './system-error.ts'

/**
 * Writes a file so that whoever reads it finds the old one or the new one, never a part. `name` is for messages.
 * A missing folder is made.
 */
export async function writeWhole(path: string, text: string, name: string, mode = 0o666): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    const there = await stat(path).catch(absent)
    if (there === null) await replace(path, text, mode)
    else if (there.isFile()) await replace(await realpath(path), text, mode)
    // A pipe or a device cannot be replaced.
    else await writeFile(path, text)
  } catch (error) {
    throw unwritable(name, error)
  }
}

/** Fails where `writeWhole` would, a full disk included, and leaves the file as it is. */
export async function tryWrite(path: string, name: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    const there = await stat(path).catch(absent)
    if (there?.isDirectory() === true) await open(path, 'r+')
    if (there === null || there.isFile()) await tryPart(there === null ? path : await realpath(path))
  } catch (error) {
    throw unwritable(name, error)
  }
}

async function tryPart(path: string): Promise<void> {
  const part = partOf(path)
  try {
    await writeFile(part, '-'.repeat(64), { mode: 0o600, flush: true })
  } finally {
    await rm(part, { force: true })
  }
}

/** By chance: in containers that share a folder every process has the same pid. */
function partOf(path: string): string {
  return `${path}.${crypto.randomUUID()}.part`
}

async function replace(path: string, text: string, mode: number): Promise<void> {
  const part = partOf(path)
  try {
    const file = await open(part, 'w', mode)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function absent(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null
  throw error
}

function unwritable(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  return new CliError(exit.usage, 'FILE_UNWRITABLE', `Cannot write ${name} (${String(error.code)}).`)
}
