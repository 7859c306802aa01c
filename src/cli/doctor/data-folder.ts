import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '../system-error.ts'
import { fail, ok, warn } from './check.ts'
import type { Finding } from './check.ts'

/** Where `dev` keeps everything: there, writable, private, and out of the repository. */
export async function dataFolder(folder: string): Promise<Finding> {
  const kind = await kindOf(folder)
  if (kind === 'missing') return missing(folder)
  if (kind === 'file') return fail(`${folder} is a file`, 'Choose another: --data DIR')
  if (!(await isWritable(folder)))
    return fail(`${folder} cannot be written to`, `Take it over, or choose another: --data DIR`)
  const { bytes, names } = await contents(folder)
  const told = `${folder}, ${size(bytes)}`
  if (!names.includes('.gitignore'))
    return warn(`${told}, without .gitignore`, `It holds a key: echo '*' > ${join(folder, '.gitignore')}`)
  return (await isOpen(folder))
    ? warn(`${told}, open to others on this machine`, `It holds a key: chmod 700 ${folder}`)
    : ok(told)
}

async function missing(folder: string): Promise<Finding> {
  const above = dirname(folder)
  if ((await kindOf(above)) === 'folder' && (await isWritable(above)))
    return ok(`none yet; skillpass dev makes ${folder}`)
  return fail(`${folder} cannot be made`, 'Choose another place: --data DIR')
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'missing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'missing'
    if (hasCode(error, 'ENOTDIR')) return 'file'
    throw error
  }
}

function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function contents(
  folder: string,
): Promise<{ readonly bytes: number; readonly names: readonly string[] }> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const sizes = await Promise.all(
    // A running sandbox replaces its files: one may be gone by now.
    entries.map(({ parentPath, name }) => stat(join(parentPath, name)).then(sizeOf, () => 0)),
  )
  return { bytes: sizes.reduce((sum, one) => sum + one, 0), names: entries.map(({ name }) => name) }
}

function sizeOf(file: { isFile(): boolean; readonly size: number }): number {
  return file.isFile() ? file.size : 0
}

/** Windows has no such modes. */
async function isOpen(folder: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(folder)).mode & 0o077) !== 0
}

function size(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
