import { createHmac, randomBytes } from 'node:crypto'
import { openCursor } from '../core/cursor.ts'
import { ApiError } from '../core/error.ts'
import { openText, sealText } from '../core/sealed.ts'

/** One generation of the server's own secrets. */
export interface ServerSecrets {
  /** Seals cursors. */
  readonly cursor: Uint8Array
  /** Makes the tokens of candidate links. */
  readonly inviteLink: Uint8Array
  /** Seals webhook secrets at rest; 32 bytes. */
  readonly sealing: Uint8Array
}

/** The server's own secrets over their rotations: the newest makes, all of them are understood. */
export interface SecretRing {
  readonly newest: ServerSecrets
  /** Newest first. */
  all(): readonly ServerSecrets[]
  /** Looks whether another process has rotated them since; true when there is something new. */
  renew(): boolean
}

export function fixedSecrets(secrets: ServerSecrets): SecretRing {
  return { newest: secrets, all: () => [secrets], renew: () => false }
}

export function sealSecret(ring: SecretRing, text: string): string {
  return sealText(ring.newest.sealing, text, randomBytes)
}

/** @throws Error when no generation that this server knows has sealed it */
export function openSecret(ring: SecretRing, sealed: string): string {
  const text = firstOf(ring, ({ sealing }) => openText(sealing, sealed))
  if (text === null) throw new Error('A secret was sealed with another key than those of this server')
  return text
}

/** @throws ApiError CURSOR_INVALID, CURSOR_FILTER_MISMATCH */
export function openCursorOf(ring: SecretRing, text: string, filters: string): string {
  const opened = firstOf(ring, ({ cursor }) => openOrNot(cursor, text, filters))
  return opened ?? openCursor(ring.newest.cursor, text, filters)
}

/** HMACs over the text with the secrets for candidate links, the newest first. */
export function linkMacs(ring: SecretRing, text: string): readonly string[] {
  return ring.all().map(({ inviteLink }) => createHmac('sha256', inviteLink).update(text).digest('base64url'))
}

function firstOf(ring: SecretRing, attempt: (secrets: ServerSecrets) => string | null): string | null {
  for (const secrets of ring.all()) {
    const found = attempt(secrets)
    if (found !== null) return found
  }
  return ring.renew() ? firstOf(ring, attempt) : null
}

function openOrNot(key: Uint8Array, text: string, filters: string): string | null {
  try {
    return openCursor(key, text, filters)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CURSOR_INVALID') return null
    throw error
  }
}
