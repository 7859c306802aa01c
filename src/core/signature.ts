import { createHmac } from 'node:crypto'
import { sameText } from './same-text.ts'

/** Header names in any case; a `Headers` object does as well. */
export type SignedHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null }

export type SignatureDefect =
  | 'header_missing'
  | 'timestamp_malformed'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  /** No signature of version v1 in the header. */
  | 'signature_absent'
  /** Wrong secret, or the body is not byte for byte what was sent. */
  | 'signature_mismatch'

export type Verification =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: SignatureDefect; readonly header: string }

const secretPrefix = 'whsec_'

/**
 * The `webhook-signature` header of Standard Webhooks 1.0: one signature per secret, in the order given.
 * @param timestamp Unix seconds.
 */
export function sign(
  secrets: string | readonly string[],
  id: string,
  timestamp: number | string,
  body: string | Uint8Array,
): string {
  return listOf(secrets)
    .map((secret) => `v1,${digest(secret, id, String(timestamp), body)}`)
    .join(' ')
}

/**
 * Whether a delivery came from the holder of one of the secrets, and recently.
 * @param body The bytes as received: parsing and serialising again breaks the signature.
 * @param nowSeconds Unix seconds.
 * @throws TypeError when a secret is no webhook secret.
 */
export function verify(
  secrets: string | readonly string[],
  headers: SignedHeaders,
  body: string | Uint8Array,
  nowSeconds: number,
  toleranceSeconds = 300,
): Verification {
  const [id, timestamp, signatures] = [
    read(headers, 'webhook-id'),
    read(headers, 'webhook-timestamp'),
    read(headers, 'webhook-signature'),
  ]
  if (id === '') return defect('header_missing', 'webhook-id')
  if (timestamp === '') return defect('header_missing', 'webhook-timestamp')
  if (signatures === '') return defect('header_missing', 'webhook-signature')
  const stale = timestampDefect(timestamp, nowSeconds, toleranceSeconds)
  if (stale !== null) return defect(stale, 'webhook-timestamp')
  const presented = versionOne(signatures)
  if (presented.length === 0) return defect('signature_absent', 'webhook-signature')
  const right = listOf(secrets).map((secret) => digest(secret, id, timestamp, body))
  const genuine = presented.some((candidate) => right.some((signature) => sameText(candidate, signature)))
  return genuine ? { ok: true } : defect('signature_mismatch', 'webhook-signature')
}

function timestampDefect(timestamp: string, nowSeconds: number, tolerance: number): SignatureDefect | null {
  if (!/^\d+$/.test(timestamp)) return 'timestamp_malformed'
  const age = Math.floor(nowSeconds) - Number(timestamp)
  if (age > tolerance) return 'timestamp_too_old'
  return age < -tolerance ? 'timestamp_in_future' : null
}

function versionOne(signatures: string): string[] {
  return signatures
    .split(' ')
    .filter((part) => part.startsWith('v1,') && part.length > 3)
    .map((part) => part.slice(3))
}

function digest(secret: string, id: string, timestamp: string, body: string | Uint8Array): string {
  return createHmac('sha256', keyBytes(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')
}

function keyBytes(secret: string): Uint8Array {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret
  const rest = encoded.replace(/=+$/, '').length % 4
  // One character of a group of four is half a byte.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || rest === 1) {
    throw new TypeError(`A webhook secret is ${secretPrefix} and base64, nothing before or after it`)
  }
  return Buffer.from(encoded, 'base64')
}

function read(headers: SignedHeaders, name: string): string {
  if (isHeadersObject(headers)) return headers.get(name) ?? ''
  const key = Object.keys(headers).find((known) => known.toLowerCase() === name)
  const value = key === undefined ? undefined : headers[key]
  return typeof value === 'string' ? value : (value?.join(' ') ?? '')
}

function isHeadersObject(headers: SignedHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

function defect(reason: SignatureDefect, header: string): Verification {
  return { ok: false, reason, header }
}

function listOf(secrets: string | readonly string[]): readonly string[] {
  return typeof secrets === 'string' ? [secrets] : secrets
}
