import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import type { SecretRing, ServerSecrets } from '../server/secret-ring.ts'
import { SecretFileError } from './secret-file-error.ts'
import { createJson, hasCode, replaceJson } from './whole-json.ts'

const names = { cursor: 'cursor', inviteLink: 'invite_link', sealing: 'sealing' } as const
/** How often the file is looked at again, at most: a wrong cursor must not cost more than this. */
const lookMs = 1_000

/** The secrets of a server that keeps nothing. */
export function newSecrets(): ServerSecrets {
  return { cursor: randomBytes(32), inviteLink: randomBytes(32), sealing: randomBytes(32) }
}

/**
 * The server's own secrets, made once and kept in a file that only its owner reads: cursors, candidate links and
 * webhook secrets stay valid over restarts and over rotations.
 * @throws SecretFileError when the file holds something else
 */
export async function openSecretFile(path: string): Promise<SecretRing> {
  const found = await readGenerations(path)
  if (found.length > 0) return fileRing(path, found)
  const made = newSecrets()
  // Whoever was first made them: processes that start together must have the same.
  const isMine = await orUnusable(path, 'written', () => createJson(path, written(made)))
  return fileRing(path, isMine ? [made] : await readGenerations(path))
}

/** Puts a new generation before the others. Answers its name. */
export async function rotateSecretFile(path: string): Promise<string> {
  const generations = await readGenerations(path)
  const fresh = newSecrets()
  await writeGenerations(path, [fresh, ...generations])
  return nameOf(fresh)
}

/** Keeps the newest `keep` generations. Answers how many went. */
export async function pruneSecretFile(path: string, keep: number): Promise<number> {
  const generations = await readGenerations(path)
  const kept = generations.slice(0, keep)
  if (kept.length < generations.length) await writeGenerations(path, kept)
  return generations.length - kept.length
}

/** Newest first; empty when there is no file. @throws SecretFileError */
export async function readGenerations(path: string): Promise<readonly ServerSecrets[]> {
  const text = await orUnusable(path, 'read', () => readFile(path, 'utf8').catch(absent))
  return text === null ? [] : parse(path, text)
}

function absent(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null
  throw error
}

/** @throws SecretFileError where the system refuses */
async function orUnusable<A>(path: string, what: 'read' | 'written', work: () => Promise<A>): Promise<A> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    throw new SecretFileError(path, `${path} cannot be ${what}: ${error.message}.`)
  }
}

/** By which two processes can tell whether they have the same secrets; says nothing about them. */
export function nameOf({ cursor, inviteLink, sealing }: ServerSecrets): string {
  const digest = createHash('sha256').update(sealing).update(inviteLink).update(cursor).digest('hex')
  return digest.slice(0, 12)
}

function fileRing(path: string, first: readonly ServerSecrets[]): SecretRing {
  let generations = first
  let lookedAt = 0
  let changedAt = 0
  return {
    get newest() {
      return generations[0] ?? newSecrets()
    },
    all: () => generations,
    renew() {
      const now = performance.now()
      if (now - lookedAt < lookMs) return false
      lookedAt = now
      const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? changedAt
      if (changed === changedAt) return false
      changedAt = changed
      const found = parse(path, readFileSync(path, 'utf8'))
      const isNew = found.map(nameOf).join() !== generations.map(nameOf).join()
      if (isNew) generations = found
      return isNew
    },
  }
}

async function writeGenerations(path: string, [newest, ...older]: readonly ServerSecrets[]): Promise<void> {
  if (newest === undefined) throw new Error('A file of secrets holds at least one generation')
  const previous = older.map(written)
  const all = { ...written(newest), ...(previous.length > 0 && { previous }) }
  // A link stays one: what it leads to is what others read.
  await orUnusable(path, 'written', async () => replaceJson(await realpath(path), all))
}

function parse(path: string, text: string): readonly ServerSecrets[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new SecretFileError(path, `${path} is no JSON, so the server's secrets cannot be read from it.`)
  }
  const previous: unknown = member(value, 'previous') ?? []
  if (!Array.isArray(previous)) throw new SecretFileError(path, `${path}: "previous" is no list.`)
  return [value, ...previous].map((each: unknown) => readSecrets(path, each))
}

function readSecrets(path: string, value: unknown): ServerSecrets {
  const secret = (name: string): Uint8Array => {
    const text: unknown = member(value, name)
    const bytes = typeof text === 'string' ? Buffer.from(text, 'base64') : Buffer.alloc(0)
    if (bytes.length === 32) return bytes
    throw new SecretFileError(path, `${path}: "${name}" is missing or is not 32 bytes in base64.`)
  }
  return {
    cursor: secret(names.cursor),
    inviteLink: secret(names.inviteLink),
    sealing: secret(names.sealing),
  }
}

function written(secrets: ServerSecrets): Record<string, string> {
  const text = (secret: Uint8Array): string => Buffer.from(secret).toString('base64')
  return {
    [names.cursor]: text(secrets.cursor),
    [names.inviteLink]: text(secrets.inviteLink),
    [names.sealing]: text(secrets.sealing),
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
