import { randomBytes } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'

/** Writes a file that only its owner reads: whole or not at all, whenever the process dies. */
export async function replaceJson(path: string, value: object): Promise<void> {
  const temporary = await writeBeside(path, value)
  await rename(temporary, path).catch(async (error: unknown) => {
    await rm(temporary, { force: true })
    throw error
  })
}

/** As `replaceJson`, but never over a file that is there: false. Of several who make it at once one does. */
export async function createJson(path: string, value: object): Promise<boolean> {
  const temporary = await writeBeside(path, value)
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

async function writeBeside(path: string, value: object): Promise<string> {
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
    await file.sync()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return temporary
}

/** Whether the system gave this reason, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
