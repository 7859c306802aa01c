import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type Mode = 'sandbox' | 'live'

/** Why a text is no key at all, before anyone looks it up. */
export type KeyDefect = 'prefix' | 'length' | 'alphabet' | 'checksum'

export type ParsedKey =
  | { readonly ok: true; readonly mode: Mode }
  | { readonly ok: false; readonly reason: KeyDefect }

/** Requests that a key may make unless its own limits say otherwise. */
export const tierLimits = {
  free: { per_minute: 60, burst: 20 },
  standard: { per_minute: 1_000, burst: 100 },
  scale: { per_minute: 10_000, burst: 1_000 },
} as const

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefixes = { sandbox: 'sk_test_', live: 'sk_live_' } as const
const prefixLength = 8
const randomLength = 30
const checksumLength = 6
const keyLength = prefixLength + randomLength + checksumLength

export function makeKey(mode: Mode, randomBytes: (count: number) => Uint8Array): string {
  const body = prefixes[mode] + randomText(randomBytes)
  return body + checksum(body)
}

/** Shape and checksum only: a mistyped key is refused without a look-up. */
export function parseKey(text: string): ParsedKey {
  const mode = modeOf(text)
  if (mode === null) return { ok: false, reason: 'prefix' }
  if (text.length !== keyLength) return { ok: false, reason: 'length' }
  if (!/^[0-9A-Za-z]+$/.test(text.slice(prefixLength))) return { ok: false, reason: 'alphabet' }
  const body = text.slice(0, -checksumLength)
  if (text.slice(-checksumLength) !== checksum(body)) return { ok: false, reason: 'checksum' }
  return { ok: true, mode }
}

/** All that is kept of a secret. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** All that is shown of a secret once its answer has left. */
export function secretFace(secret: string): { readonly prefix: string; readonly last4: string } {
  return { prefix: secret.slice(0, 12), last4: secret.slice(-4) }
}

function modeOf(text: string): Mode | null {
  if (text.startsWith(prefixes.sandbox)) return 'sandbox'
  return text.startsWith(prefixes.live) ? 'live' : null
}

/** CRC-32 of what stands before it, six base62 characters, zeros on the left. */
function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  while (text.length < checksumLength) {
    text = alphabet.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** Bytes from 248 up are dropped: a plain remainder would favour the first eight characters. */
function randomText(randomBytes: (count: number) => Uint8Array): string {
  let text = ''
  while (text.length < randomLength) {
    for (const byte of randomBytes(randomLength)) {
      if (byte < 248 && text.length < randomLength) text += alphabet.charAt(byte % 62)
    }
  }
  return text
}
