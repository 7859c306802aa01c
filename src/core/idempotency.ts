import { createCipheriv, createDecipheriv, hash, hkdfSync } from 'node:crypto'
import { canonicalJson } from './canonical.ts'
import { ApiError } from './error.ts'

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

const cipher = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

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
  const iv = randomBytes(ivLength)
  const encrypt = createCipheriv(cipher, keyFor(secret, idempotencyKey), iv)
  const sealed = [encrypt.update(text, 'utf8'), encrypt.final()]
  return Buffer.concat([iv, encrypt.getAuthTag(), ...sealed]).toString('base64url')
}

/** The text, or null for any other secret or key and for damaged bytes. */
export function unseal(secret: string, idempotencyKey: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivLength + tagLength) return null
  const decrypt = createDecipheriv(cipher, keyFor(secret, idempotencyKey), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  decrypt.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  const text = decrypt.update(bytes.subarray(ivLength + tagLength))
  try {
    return Buffer.concat([text, decrypt.final()]).toString('utf8')
  } catch {
    // The one way `final` fails: the tag does not fit, which is the answer.
    return null
  }
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
