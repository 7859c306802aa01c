import { hash, hkdfSync } from 'node:crypto'
import { canonicalJson } from './canonical.ts'
import { ApiError } from './error.ts'
import { openText, sealText } from './sealed.ts'

export interface FingerprintParts {
  readonly method: string
  /** The path of the row, so that an alias is the same request. */
  readonly route: string
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

const maxLength = 255
const visibleAscii = /^[\x21-\x7e]+$/
/** RFC 8941 string: visible here, though the RFC allows spaces; `\` only before `"` and `\`. */
const quoted = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/**
 * The key that a header names, bare or quoted: both spellings of one key are the same key.
 * @throws ApiError IDEMPOTENCY_KEY_INVALID
 */
export function parseIdempotencyKey(header: string): string {
  const text = header.trim()
  const key = text.startsWith('"') ? quoted.exec(text)?.[1]?.replaceAll(/\\(["\\])/g, '$1') : text
  if (key === undefined) throw invalid('opens with a quote but is no quoted string')
  if (key === '') throw invalid('is empty')
  if (key.length > maxLength) throw invalid(`has ${key.length} characters`)
  if (!visibleAscii.test(key)) throw invalid('holds a space or a character outside visible ASCII')
  return key
}

/** Equal for two requests exactly when they ask for the same; the order of fields is irrelevant. */
export function fingerprint({ method, route, params, query, body }: FingerprintParts): string {
  return hash('sha256', canonicalJson({ method, route, params, query, body }), 'hex')
}

/** Encrypts an answer so that only whoever presents the same API secret and idempotency key can read it. */
export function seal(
  secret: string,
  idempotencyKey: string,
  text: string,
  randomBytes: (count: number) => Uint8Array,
): string {
  return sealText(keyFor(secret, idempotencyKey), text, randomBytes)
}

/** The text, or null for any other secret or key and for damaged bytes. */
export function unseal(secret: string, idempotencyKey: string, sealed: string): string | null {
  return openText(keyFor(secret, idempotencyKey), sealed)
}

function keyFor(secret: string, idempotencyKey: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, idempotencyKey, 'skillpass idempotent answer v1', 32))
}

function invalid(defect: string): ApiError {
  return new ApiError(
    'IDEMPOTENCY_KEY_INVALID',
    `The Idempotency-Key header ${defect}. Send 1 to ${maxLength} visible ASCII characters, such as a UUID.`,
    { param: 'Idempotency-Key' },
  )
}
