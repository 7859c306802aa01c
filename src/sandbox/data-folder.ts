import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode, replaceJson } from '../runtime/whole-json.ts'

/** The files beside the store in a sandbox's data folder. Folder 0700 when it is new, files 0600. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // One that holds something may be shared: a project, or /tmp. Our files are closed to others all the same.
  if ((await readdir(folder)).length === 0) await chmod(folder, 0o700)
  const ignored = join(folder, '.gitignore')
  // One that says something is somebody's own: the folder may be that of a project.
  if (await isBlank(ignored)) await writeFile(ignored, '*\n', { mode: 0o600 })
}

async function isBlank(path: string): Promise<boolean> {
  try {
    return (await readFile(path, 'utf8')).trim() === ''
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true
    throw error
  }
}

/** The plain text of the printed key; nothing else ever holds it. */
export async function readCredentials(folder: string): Promise<string | undefined> {
  const found = await readJson(join(folder, 'credentials.json'))
  return text(found, 'api_key')
}

export async function writeCredentials(folder: string, apiKey: string): Promise<void> {
  await replaceJson(join(folder, 'credentials.json'), { api_key: apiKey })
}

export interface Locator {
  readonly url: string
  readonly pid: number
  readonly started_at: string
  readonly version: string
}

/** How commands in this folder find the running sandbox. */
export async function writeLocator(folder: string, locator: Locator): Promise<void> {
  await replaceJson(join(folder, 'sandbox.json'), locator)
}

export async function removeLocator(folder: string): Promise<void> {
  await rm(join(folder, 'sandbox.json'), { force: true })
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function text(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, name)
  return typeof found === 'string' ? found : undefined
}
