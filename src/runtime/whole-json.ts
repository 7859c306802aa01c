import { randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'

/** Writes a file that only its owner reads: whole or not at all, whenever the process dies. */
export async function replaceJson(path: string, value: object): Promise<void> {
  await rename(await writtenBeside(path, value), path)
}

/** As `replaceJson`, for a file that is not there yet. False: somebody else made it meanwhile, and it stays. */
export async function createJson(path: string, value: object): Promise<boolean> {
  const temporary = await writtenBeside(path, value)
  try {
    await link(temporary, path)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

async function writtenBeside(path: string, value: object): Promise<string> {
  const temporary = `${path}.${process.pid}.${randomUUID()}.tmp`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return temporary
}

/** Whether the system gave this reason, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
