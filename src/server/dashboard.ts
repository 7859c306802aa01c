import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { ApiError } from '../core/error.ts'
import { atoms } from '../contract/scopes.ts'
import { authenticateSecret } from './authenticate.ts'
import { peerOf } from './caller.ts'
import type { Exchange } from './exchange.ts'
import { readBody } from './read-body.ts'
import { framedNowhere } from './security-headers.ts'
import type { Service } from './service.ts'
import { closeSession, openSession, refuseForeignWrite } from './sessions.ts'

/** Scripts and styles of this server only, and no page may put this one into a frame. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The dashboard: its files, its page under every other path of its own, and the session behind it. */
export async function serveDashboard(service: Service, exchange: Exchange): Promise<void> {
  const { path, method } = exchange
  if (path === '/dashboard/session') return await session(service, exchange)
  if (method !== 'GET' && method !== 'HEAD')
    throw new ApiError('METHOD_NOT_ALLOWED', `${path} does not take ${method}. It takes: GET, HEAD.`)
  const asset = /^\/dashboard\/(assets\/[\w.-]+)$/.exec(path)?.[1]
  await (asset === undefined ? page(service, exchange) : file(service, exchange, asset))
}

/** Every address inside the dashboard is the one page, which finds its way by itself. */
async function page({ dashboard }: Service, exchange: Exchange): Promise<void> {
  const html = await contents(new URL('index.html', dashboard))
  if (html === null)
    throw new ApiError('ROUTE_NOT_FOUND', 'The dashboard was not built. Build it with: npm run build')
  send(exchange, 'html', html)
  exchange.answer.headers['cache-control'] = 'no-cache'
}

/** Its name holds a hash of what is in it, so it never changes. */
async function file({ dashboard }: Service, exchange: Exchange, name: string): Promise<void> {
  const body = await contents(new URL(name, dashboard))
  if (body === null) throw new ApiError('ROUTE_NOT_FOUND', `There is no file ${exchange.path}.`)
  send(exchange, name.split('.').at(-1) ?? '', body)
  exchange.answer.headers['cache-control'] = 'public, max-age=31536000, immutable'
}

function send({ answer }: Exchange, extension: string, body: string): void {
  answer.status = 200
  answer.headers['content-type'] = types[extension] ?? 'application/octet-stream'
  framedNowhere(answer, policy)
  answer.body = body
}

const read = new Map<string, string>()

async function contents(url: URL): Promise<string | null> {
  const known = read.get(url.href)
  if (known !== undefined) return known
  const text = await readFile(url, 'utf8').catch(() => null)
  if (text !== null) read.set(url.href, text)
  return text
}

/** POST signs in, DELETE signs out. */
async function session(service: Service, exchange: Exchange): Promise<void> {
  const { method, answer } = exchange
  if (method !== 'POST' && method !== 'DELETE') {
    answer.headers['allow'] = 'POST, DELETE'
    throw new ApiError('METHOD_NOT_ALLOWED', `${exchange.path} takes POST and DELETE.`)
  }
  refuseForeignWrite(exchange)
  if (method === 'DELETE') await closeSession(service, exchange)
  else await signIn(service, exchange)
  answer.status = 204
  delete answer.headers['content-type']
}

/** With a key that may do everything; a sandbox takes a page on its own machine as its owner's. */
async function signIn(service: Service, exchange: Exchange): Promise<void> {
  await readBody(exchange)
  const secret = given(exchange.requestBody) ?? ownKey(service, exchange)
  const key = await authenticateSecret(service, exchange, secret)
  const isAdmin = atoms.every((atom) => key.permissions.includes(atom))
  if (!isAdmin)
    throw new ApiError('SCOPE_INSUFFICIENT', 'The dashboard needs a key with the scope admin.', {
      details: { required: ['admin'], scopes: key.scopes },
    })
  await openSession(service, exchange, key)
  // Signing in is no use of the API.
  exchange.key = null
}

function given(body: string): string | null {
  if (body === '') return null
  try {
    const value: unknown = JSON.parse(body)
    const key: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'key') : undefined
    if (key === undefined) return null
    if (typeof key === 'string' && key !== '') return key
  } catch {
    // Told below, like any other body that is not the one expected.
  }
  throw new ApiError('BODY_MALFORMED', 'The body is {"key": "sk_…"}, or empty to sign in to a local sandbox.')
}

function ownKey(service: Service, exchange: Exchange): string {
  const own = isLocal(exchange) ? service.ownKey?.() : undefined
  if (own === undefined)
    throw new ApiError('AUTH_MISSING', 'Sign in with an API key that has the scope admin.')
  return own
}

/** A proxy or a tunnel on this machine connects from here too, for somebody elsewhere. */
function isLocal({ node, caller }: Exchange): boolean {
  const isForwarded = proxyHeaders.some((name) => node.headers[name] !== undefined)
  return isLoopback(peerOf(node)) && isLoopback(caller.ip) && !isForwarded
}

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}
