import type { ErrorCode } from '../contract/errors.ts'
import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import { hashSecret, parseKey } from '../core/keys.ts'
import type { KeyDefect } from '../core/keys.ts'
import type { KeyRow } from '../store/rows.ts'
import { ipOf, type Exchange } from './exchange.ts'
import type { Service } from './service.ts'
import { sessionKey } from './sessions.ts'

/** The key behind the request. @throws ApiError AUTH_… */
export async function authenticate(service: Service, exchange: Exchange): Promise<KeyRow> {
  if (exchange.node.headers.authorization === undefined) {
    const signedIn = await sessionKey(service, exchange)
    if (signedIn !== null) {
      refuseClosed(signedIn, iso(exchange.at))
      exchange.key = signedIn
      return signedIn
    }
  }
  if (isBlank(exchange.node.headers.authorization))
    throw refusal('AUTH_MISSING', 'Send your API key in the header “Authorization: Bearer sk_…”.')
  return await counted(service, exchange, async () => await keyOf(service, exchange, presented(exchange)))
}

/** The key that a secret belongs to. @throws ApiError AUTH_… */
export async function authenticateSecret(
  service: Service,
  exchange: Exchange,
  secret: string,
): Promise<KeyRow> {
  return await counted(service, exchange, () => keyOf(service, exchange, secret))
}

/** Guessing gets slow, and nobody but who guesses is told so: many people share one address. */
async function counted(
  service: Service,
  exchange: Exchange,
  attempt: () => Promise<KeyRow>,
): Promise<KeyRow> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof ApiError) || service.failures === undefined) throw error
    const wait = await service.failures.note(ipOf(exchange))
    if (wait === 0) throw error
    exchange.deniedBy = 'auth_failures'
    throw tooMany(wait)
  }
}

function tooMany(seconds: number): ApiError {
  return new ApiError(
    'AUTH_TOO_MANY_FAILURES',
    `Too many requests with a wrong key came from your address. Correct the key, and try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  )
}

async function keyOf(service: Service, exchange: Exchange, secret: string): Promise<KeyRow> {
  const parsed = parseKey(secret)
  if (!parsed.ok) {
    throw refusal(
      'AUTH_KEY_MALFORMED',
      `This is not an API key: ${defects[parsed.reason]}. Copy it again, whole.`,
    )
  }
  if (parsed.mode !== service.mode) throw wrongMode(service, parsed.mode)
  const hash = hashSecret(secret)
  const [key] = await service.store.read((tx) => tx.find('keys', 'hash', hash), 'one')
  if (key === undefined) {
    throw refusal(
      'AUTH_KEY_INVALID',
      `This server knows no key ending in …${secret.slice(-4)}. Was it made on another one?`,
    )
  }
  refuseClosed(key, iso(exchange.at))
  if (key.hash !== hash) noteOutgoing(key, exchange)
  exchange.secret = secret
  exchange.key = key
  return key
}

const defects: Readonly<Record<KeyDefect, string>> = {
  prefix: 'it does not begin with sk_test_ or sk_live_',
  length: 'a key has 44 characters',
  alphabet: 'it holds characters other than letters and digits',
  checksum: 'its checksum is wrong, so a character was changed',
}

function isBlank(header: string | undefined): boolean {
  return header === undefined || header.trim() === ''
}

function presented(exchange: Exchange): string {
  const header = exchange.node.headers.authorization ?? ''
  const [scheme = '', ...rest] = header.trim().split(/\s+/)
  if (scheme.toLowerCase() !== 'bearer') {
    throw refusal(
      'AUTH_SCHEME_UNSUPPORTED',
      `The Authorization scheme must be Bearer, not ${scheme.slice(0, 20)}.`,
    )
  }
  return rest.join(' ')
}

function refuseClosed(key: KeyRow, now: string): void {
  if (key.revoked_at !== null) {
    throw refusal('AUTH_KEY_REVOKED', `The key ${key.id} was revoked on ${key.revoked_at}. Use another one.`)
  }
  if (key.expires_at !== null && key.expires_at <= now) {
    throw refusal('AUTH_KEY_EXPIRED', `The key ${key.id} expired on ${key.expires_at}. Use another one.`)
  }
}

/** The old secret of a rotation works until its overlap ends, and says when that is. */
function noteOutgoing(key: KeyRow, exchange: Exchange): void {
  const { previous } = key
  if (previous === null || previous.expires_at <= iso(exchange.at)) {
    throw refusal(
      'AUTH_KEY_ROTATED',
      `This secret of key ${key.id} was replaced; the overlap has ended. Use the new one.`,
    )
  }
  exchange.answer.headers['x-key-expires-at'] = previous.expires_at
}

function wrongMode(service: Service, sent: string): ApiError {
  const here =
    service.mode === 'sandbox' ? 'a sandbox: it takes sk_test_ keys' : 'live: it takes sk_live_ keys'
  return refusal('AUTH_KEY_WRONG_MODE', `This server is ${here}, and yours is a ${sent} key.`)
}

function refusal(code: ErrorCode, message: string): ApiError {
  return new ApiError(code, message)
}
