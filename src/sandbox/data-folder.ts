import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerSecrets } from '../server/service.ts'

/** The files beside the store in a sandbox's data folder. Folder 0700, files 0600. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  await writeFile(join(folder, '.gitignore'), '*\n', { mode: 0o600 })
}

/** The plain text of the printed key; nothing else ever holds it. */
export async function readCredentials(folder: string): Promise<string | undefined> {
  const found = await readJson(join(folder, 'credentials.json'))
  return text(found, 'api_key')
}

export async function writeCredentials(folder: string, apiKey: string): Promise<void> {
  await replace(join(folder, 'credentials.json'), { api_key: apiKey })
}

const secretNames = { cursor: 'cursor', inviteLink: 'invite_link', sealing: 'sealing' } as const

/** The server's own secrets, made once: cursors, candidate links and webhook secrets stay valid over restarts. */
export async function serverSecrets(folder: string | null): Promise<ServerSecrets> {
  if (folder === null) return secretsFrom({})
  const path = join(folder, 'server-secrets.json')
  const found = await readJson(path)
  const secrets = secretsFrom(found)
  const complete = Object.values(secretNames).every((name) => text(found, name) !== undefined)
  if (!complete) await replace(path, writtenSecrets(secrets))
  return secrets
}

function secretsFrom(found: unknown): ServerSecrets {
  const secret = (name: string): Uint8Array => {
    const known = text(found, name)
    return known === undefined ? randomBytes(32) : Buffer.from(known, 'base64')
  }
  return {
    cursor: secret(secretNames.cursor),
    inviteLink: secret(secretNames.inviteLink),
    sealing: secret(secretNames.sealing),
  }
}

function writtenSecrets(secrets: ServerSecrets): Record<string, string> {
  const written = (secret: Uint8Array): string => Buffer.from(secret).toString('base64')
  return {
    [secretNames.cursor]: written(secrets.cursor),
    [secretNames.inviteLink]: written(secrets.inviteLink),
    [secretNames.sealing]: written(secrets.sealing),
  }
}

export interface Locator {
  readonly url: string
  readonly pid: number
  readonly started_at: string
  readonly version: string
}

/** How commands in this folder find the running sandbox. */
export async function writeLocator(folder: string, locator: Locator): Promise<void> {
  await replace(join(folder, 'sandbox.json'), locator)
}

export async function removeLocator(folder: string): Promise<void> {
  await rm(join(folder, 'sandbox.json'), { force: true })
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (
      error instanceof SyntaxError ||
      (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    )
      return undefined
    throw error
  }
}

function text(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, name)
  return typeof found === 'string' ? found : undefined
}

/** Whole or not at all, whenever the process dies. */
async function replace(path: string, value: object): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}
