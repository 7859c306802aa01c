import type { EventPayload, EventType } from '../contract/events.ts'
import { diagnose } from '../core/diagnose.ts'
import { advice } from '../core/diagnose-mistakes.ts'
import { verify as verifySignature } from '../core/signature.ts'
import type { SignatureDefect, SignedHeaders } from '../core/signature.ts'
import { SkillpassError } from './errors.ts'
import { invalid } from './settings.ts'

export type { SignedHeaders } from '../core/signature.ts'

/** What every event has, whatever it tells. */
export interface EventEnvelope<T extends EventType> {
  readonly id: string
  readonly event: T
  readonly created_at: string
  /** When it happened; an expiry happens at its instant, however late it is noticed. */
  readonly occurred_at: string
  /** Grows with every event of the service: puts events in order. */
  readonly sequence: number
  readonly api_version: 'v1'
  readonly mode: 'sandbox' | 'live'
}

/**
 * An event as a webhook receives it: `switch (event.event)` narrows it. A newer service may send types that are
 * not listed here; they arrive all the same, so leave room for a default.
 */
export type WebhookEvent = { [T in EventType]: EventEnvelope<T> & EventPayload<T> }[EventType]

export type WebhookErrorCode = Uppercase<SignatureDefect> | 'BODY_INVALID'

export interface VerifyOptions {
  /** How far the timestamp may be from this machine's clock, seconds. Default 300. */
  readonly toleranceSeconds?: number
  /** This machine's clock, Unix seconds; for tests. */
  readonly now?: number
}

/** A delivery that must not be trusted. Answer it with 400, and look at `mistake` and `fix` while you integrate. */
export class WebhookVerificationError extends SkillpassError {
  override readonly name = 'WebhookVerificationError'
  declare readonly code: WebhookErrorCode
  /** What explains a signature that does not fit, such as `BODY_RESERIALISED`; null when nothing does. */
  readonly mistake: string | null
  /** What to do about it. */
  readonly fix: string | null

  constructor(
    code: WebhookErrorCode,
    message: string,
    explained: { mistake?: string; fix?: string | null } = {},
  ) {
    super({ code, message })
    this.mistake = explained.mistake ?? null
    this.fix = explained.fix ?? null
  }
}

/**
 * The event of a delivery, after its signature was found genuine and recent (Standard Webhooks 1.0).
 * @param rawBody The bytes as received: parsing and writing them again breaks the signature.
 * @param headers Of the request, names in any case.
 * @param secrets `whsec_…`; several while one is being replaced.
 * @throws WebhookVerificationError when it is not from the holder of a secret, or too old.
 * @throws ValidationError (`PARAMETER_INVALID`) when called with a parsed body or something that is no secret.
 */
export function verify(
  rawBody: string | Uint8Array,
  headers: SignedHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  const bytes = bytesOf(rawBody)
  const { toleranceSeconds = 300, now = Date.now() / 1_000 } = options
  const verdict = check(secrets, headers, bytes, now, toleranceSeconds)
  if (verdict.ok) return eventIn(bytes)
  const { reason, header } = verdict
  if (reason === 'signature_mismatch') throw mismatch(bytes, headers, secrets, now, toleranceSeconds)
  const { fix } = advice[reason]
  const message = `${sentences[reason]} (header ${header})`
  // One that is read as milliseconds lies thousands of years ahead.
  const isMilliseconds = reason === 'timestamp_in_future' && /^\d{13}$/.test(timestampOf(headers))
  if (!isMilliseconds) throw new WebhookVerificationError(codeOf(reason), message, { fix })
  const known = { mistake: 'TIMESTAMP_MILLISECONDS', fix: advice.timestamp_milliseconds.fix }
  throw new WebhookVerificationError(codeOf(reason), message, known)
}

export const webhooks = { verify }

const sentences: Readonly<Record<Exclude<SignatureDefect, 'signature_mismatch'>, string>> = {
  header_missing:
    'A header of the signature is missing: this is no delivery, or something on the way dropped it.',
  timestamp_malformed: 'The timestamp is no number of seconds.',
  timestamp_too_old: 'The delivery is too old: it was held back or played again, or this clock is ahead.',
  timestamp_in_future: 'The delivery is from the future: this clock is behind.',
  signature_absent: 'There is no signature of version v1.',
}

function codeOf(reason: SignatureDefect): Uppercase<SignatureDefect> {
  return reason.toUpperCase() as Uppercase<SignatureDefect>
}

function timestampOf(headers: SignedHeaders): string {
  const [, timestamp = ''] =
    Object.entries(plain(headers)).find(([name]) => name.toLowerCase() === 'webhook-timestamp') ?? []
  return timestamp
}

function bytesOf(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (rawBody instanceof Uint8Array) return rawBody
  throw invalid(
    'rawBody',
    'The body must be the raw bytes of the request, as a string or Uint8Array, not what a parser made of them: ' +
      'take it before parsing, such as with express.raw({ type: "application/json" }).',
  )
}

function check(
  secrets: string | readonly string[],
  headers: SignedHeaders,
  body: Uint8Array,
  now: number,
  tolerance: number,
) {
  if (secrets.length === 0) throw invalid('secrets', 'There is no webhook secret to verify with.')
  try {
    return verifySignature(secrets, headers, body, now, tolerance)
  } catch (error) {
    throw error instanceof TypeError ? invalid('secrets', `${error.message}.`) : error
  }
}

/** Only here, once it is refused: looking for the mistake costs more than finding the signature right. */
function mismatch(
  body: Uint8Array,
  headers: SignedHeaders,
  secrets: string | readonly string[],
  now: number,
  toleranceSeconds: number,
): WebhookVerificationError {
  const known = (typeof secrets === 'string' ? [secrets] : secrets).map((secret) => ({ secret }))
  const { reason, explanation, fix } = diagnose({
    secrets: known,
    headers: plain(headers),
    body,
    now,
    toleranceSeconds,
  })
  if (reason === 'valid' || reason === 'signature_mismatch') {
    const message =
      'The signature does not fit: wrong secret, or the body is not byte for byte what was sent.'
    return new WebhookVerificationError('SIGNATURE_MISMATCH', message, { fix })
  }
  return new WebhookVerificationError('SIGNATURE_MISMATCH', `The signature does not fit. ${explanation}`, {
    mistake: reason.toUpperCase(),
    fix,
  })
}

const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'skillpass-delivery']

function plain(headers: SignedHeaders): Record<string, string> {
  const get = typeof headers.get === 'function' ? headers.get.bind(headers) : null
  if (get !== null)
    return Object.fromEntries(
      signed.flatMap((name) => (get(name) === null ? [] : [[name, String(get(name))]])),
    )
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]))
}

function eventIn(body: Uint8Array): WebhookEvent {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    // Its sender is known by now; of a newer service it may tell more than the type says.
    if (isEvent(value)) return value as WebhookEvent
  } catch {
    // Told below.
  }
  throw new WebhookVerificationError('BODY_INVALID', 'The delivery is genuine, but its body is no event.')
}

function isEvent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('event' in value)) return false
  return [value.id, value.event].every((field) => typeof field === 'string' && field !== '')
}
