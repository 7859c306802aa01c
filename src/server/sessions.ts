import { randomBytes } from 'node:crypto'
import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import { hashSecret } from '../core/keys.ts'
import type { KeyRow } from '../store/rows.ts'
import type { Exchange } from './exchange.ts'
import type { Service } from './service.ts'

const cookieName = 'skillpass_session'
/** How long a sign-in lasts, seconds. Real time: moving a sandbox's clock signs nobody out. */
const lifetimeSeconds = 12 * 3_600

/**
 * Signs a browser in as a key: the cookie stands for it until it is given back, runs out, or the key ends.
 * Only the hash of what the cookie holds is kept.
 */
export async function openSession(service: Service, exchange: Exchange, key: KeyRow): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const now = service.realNow()
  await service.store.transact(async (tx) => {
    for (const old of await tx.find('sessions', 'key_id', key.id))
      if (old.expires_at <= iso(now)) await tx.remove('sessions', old.id)
    await tx.insert('sessions', {
      id: hashSecret(token),
      key_id: key.id,
      created_at: iso(now),
      expires_at: iso(now + lifetimeSeconds * 1_000),
    })
  })
  setCookie(exchange, token, lifetimeSeconds)
}

/** The key that the browser is signed in as; null without a cookie that still stands for one. */
export async function sessionKey(service: Service, exchange: Exchange): Promise<KeyRow | null> {
  const token = presented(exchange)
  if (token === null) return null
  const key = await service.store.read(async (tx) => {
    const session = await tx.get('sessions', hashSecret(token))
    if (session === undefined || session.expires_at <= iso(service.realNow())) return undefined
    return await tx.get('keys', session.key_id)
  })
  if (key === undefined) return null
  refuseForeignWrite(exchange)
  exchange.secret = token
  exchange.session = true
  return key
}

export async function closeSession(service: Service, exchange: Exchange): Promise<void> {
  const token = presented(exchange)
  setCookie(exchange, '', 0)
  if (token === null) return
  await service.store.transact(async (tx) => {
    const session = await tx.get('sessions', hashSecret(token))
    if (session !== undefined) await tx.remove('sessions', session.id)
  })
}

function presented({ node }: Exchange): string | null {
  for (const part of (node.headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === cookieName && value !== undefined && value !== '') return value
  }
  return null
}

/** Out of reach of scripts and of pages of other origins; over HTTPS never sent without it. */
function setCookie({ node, caller, answer }: Exchange, token: string, maxAge: number): void {
  const isSecure = caller.secure || node.headers.origin?.startsWith('https://') === true
  const secure = isSecure ? '; Secure' : ''
  answer.headers['set-cookie'] =
    `${cookieName}=${token}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure}`
}

/**
 * A browser sends the cookie by itself, so a write with it has to show that a page of ours asked for it.
 * @throws ApiError ORIGIN_FORBIDDEN
 */
export function refuseForeignWrite({ method, node }: Exchange): void {
  if (method === 'GET' || method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = node.headers
  if (origin !== undefined && (site === undefined || site === 'same-origin')) return
  throw new ApiError('ORIGIN_FORBIDDEN', 'A page that is signed in must send its own Origin with a write.')
}
