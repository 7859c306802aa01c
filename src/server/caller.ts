import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { parseAddress, parseRanges, type Ranges } from '../core/address.ts'

/** Who asks and how they reached us: from the connection, or from what a trusted proxy says of it. */
export interface Caller {
  readonly ip: string
  /** Their connection is encrypted, to us or to the proxy. */
  readonly secure: boolean
  /** The host that they asked for, with its port. */
  readonly host: string | undefined
}

/**
 * Whose `X-Forwarded-…` headers are true. Anybody can send them, so by default nobody's. `last`: whoever connects is
 * the proxy, the only one. Ranges: connections from these addresses, and behind them every further proxy in them.
 */
export type TrustedProxies = 'nobody' | 'last' | Ranges

/** What `--trust-proxy` says: nothing, by itself, or with ranges. @throws TypeError for a text that is no range */
export function trustedProxies(wish: boolean | readonly string[]): TrustedProxies {
  if (typeof wish === 'boolean') return wish ? 'last' : 'nobody'
  return parseRanges(wish)
}

export function callerOf(node: IncomingMessage, trusted: TrustedProxies): Caller {
  const peer = peerOf(node)
  const { host } = node.headers
  const secure = 'encrypted' in node.socket
  if (trusted === 'nobody' || (trusted !== 'last' && !isIn(trusted, peer))) return { ip: peer, secure, host }
  const scheme = first(node.headers['x-forwarded-proto'])
  return {
    ip: forwardedFor(node.headers['x-forwarded-for'], peer, trusted),
    secure: scheme === undefined ? secure : scheme.toLowerCase() === 'https',
    host: first(node.headers['x-forwarded-host']) ?? host,
  }
}

/** The other end of the connection. */
export function peerOf({ socket }: IncomingMessage): string {
  return plain(socket.remoteAddress ?? '')
}

/**
 * Every proxy adds whom it heard from on the right, so trust goes from right to left and ends at the first address
 * that is nobody's proxy. What stands left of it is what that one claims.
 */
function forwardedFor(
  header: string | string[] | undefined,
  peer: string,
  trusted: Exclude<TrustedProxies, 'nobody'>,
): string {
  let nearest = peer
  for (const entry of String(header ?? '')
    .split(',')
    .toReversed()) {
    const address = addressIn(entry.trim())
    if (address === null) return nearest
    nearest = address
    if (trusted === 'last' || !isIn(trusted, address)) return nearest
  }
  return nearest
}

/** Some proxies write the port too. */
function addressIn(entry: string): string | null {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1]
  const found = plain(bracketed ?? entry.replace(/^([\d.]+):\d+$/, '$1'))
  return isIP(found) === 0 ? null : found
}

/** IPv4 over a socket of both kinds has one spelling too. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

function isIn(ranges: Ranges, text: string): boolean {
  const address = parseAddress(text)
  return address !== null && ranges(address)
}

/** The proxy nearest to the caller wrote the first. */
function first(header: string | string[] | undefined): string | undefined {
  const text = String(header ?? '')
    .split(',')[0]
    ?.trim()
  return text === '' ? undefined : text
}
