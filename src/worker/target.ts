/** Where a delivery may go, and where it never goes. Every rule about target addresses stands in this file. */
import { parseAddress, parseRanges, reaches } from '../core/address.ts'
import type { Address, Ranges } from '../core/address.ts'
import { parseUrl } from '../parse-url.ts'

export { parseRanges } from '../core/address.ts'

export interface TargetPolicy {
  readonly mode: 'sandbox' | 'live'
  /** What the operator opened with `--allow-egress`; live mode only, and never what is refused always. */
  readonly allowEgress: Ranges
  /** The port of this server, null while it listens on none. */
  readonly ownPort: number | null
  /** The addresses of this machine; loopback goes without saying. */
  readonly ownAddresses: readonly string[]
}

export type UrlCheck =
  | { readonly ok: true; readonly url: URL }
  | {
      readonly ok: false
      readonly code: 'WEBHOOK_URL_INVALID' | 'WEBHOOK_URL_FORBIDDEN'
      readonly message: string
    }

export type Target =
  /** Connect to one of these addresses and to nothing else; the first is preferred. */
  | { readonly ok: true; readonly url: URL; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly outcome: 'dns' | 'blocked_target'; readonly hint: string }

/** Every address of a name. Rejects when it has none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

const refusedAlways = {
  'the unspecified address': ['0.0.0.0/8', '::/128'],
  'a cloud metadata address': [
    '169.254.169.254/32',
    '169.254.170.2/32', // Amazon ECS
    '100.100.100.200/32', // Alibaba
    '192.0.0.192/32', // Oracle
    '168.63.129.16/32', // Azure
    'fd00:ec2::/32', // Amazon
    'fd20:ce::254/128', // Google
    'fd00:c1::a9fe:a9fe/128', // Oracle
    'fd00:42::42/128', // Scaleway
  ],
  'a link-local address': ['169.254.0.0/16', 'fe80::/10'],
  'a multicast address': ['224.0.0.0/4', 'ff00::/8'],
  'the broadcast address': ['255.255.255.255/32'],
}

const refusedLive = {
  'a loopback address': ['127.0.0.0/8', '::1/128'],
  'a private address': ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  'an address behind carrier-grade NAT': ['100.64.0.0/10'],
  'an address for documentation': [
    '192.0.2.0/24',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '2001:db8::/32',
    '3fff::/20',
  ],
  'an address for benchmarks': ['198.18.0.0/15', '2001:2::/48'],
  // Of IPv6, only 2000::/3 is given out.
  'a reserved address': [
    '192.0.0.0/24',
    '192.88.99.0/24',
    '240.0.0.0/4',
    '2001::/23',
    '::/3',
    '4000::/2',
    '8000::/1',
  ],
}

const metadataNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'instance-data',
  'instance-data.ec2.internal',
])

const never = named(refusedAlways)
const notInLive = named(refusedLive)
const loopback = parseRanges(refusedLive['a loopback address'])

/** What can be said of a URL without asking anyone: its syntax, its scheme, and a host that is an address. */
export function checkUrl(text: string, policy: TargetPolicy): UrlCheck {
  const url = parseUrl(text)
  if (url === null) return invalid('The URL is not well-formed. Write it like https://example.com/hook.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return invalid(
      `Nothing can be delivered to a URL that begins with ${url.protocol} It must be http or https.`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    return invalid('The URL carries a user name or password. Leave them out: the signature proves who sends.')
  }
  if (url.port === '0') return invalid('The URL has port 0, on which nothing listens.')
  const refusal = urlRefusal(url, policy)
  return refusal === null ? { ok: true, url } : { ok: false, code: 'WEBHOOK_URL_FORBIDDEN', message: refusal }
}

/**
 * The addresses that a delivery to the URL may connect to. One bad address refuses them all: a name that
 * also leads inside is a trap or a mistake. Resolving again later could give others, so connect to these.
 */
export async function resolveTarget(text: string, policy: TargetPolicy, lookup: Lookup): Promise<Target> {
  const check = checkUrl(text, policy)
  if (!check.ok) return { ok: false, outcome: 'blocked_target', hint: check.message }
  const { url } = check
  const host = hostOf(url)
  // An address in the URL itself was checked with the URL.
  if (parseAddress(host) !== null) return { ok: true, url, addresses: [host] }
  const found = await resolve(host, lookup)
  if (typeof found === 'string') return { ok: false, outcome: 'dns', hint: found }
  for (const address of found) {
    const refusal = addressRefusal(address, portOf(url), policy)
    if (refusal !== null) {
      return { ok: false, outcome: 'blocked_target', hint: `${host} leads to ${address}, ${refusal}.` }
    }
  }
  return { ok: true, url, addresses: found }
}

/** The addresses, or why there are none. */
async function resolve(host: string, lookup: Lookup): Promise<readonly string[] | string> {
  try {
    const addresses = await lookup(host)
    return addresses.length > 0 ? addresses : `The name ${host} has no address.`
  } catch (error) {
    return `The name ${host} cannot be resolved: ${error instanceof Error ? error.message : String(error)}.`
  }
}

function urlRefusal(url: URL, policy: TargetPolicy): string | null {
  if (policy.mode === 'live' && url.protocol !== 'https:') return 'In live mode the URL must be https.'
  const host = hostOf(url)
  const name = host.replace(/\.+$/, '')
  if (metadataNames.has(name)) return `${host} is a cloud metadata service. No delivery ever goes there.`
  const address = name === 'localhost' || name.endsWith('.localhost') ? '127.0.0.1' : host
  if (parseAddress(address) === null) return null
  const refusal = addressRefusal(address, portOf(url), policy)
  return refusal === null ? null : `${host} is ${refusal}.`
}

/** What makes the address a forbidden one, as the end of a sentence. */
function addressRefusal(text: string, port: number, policy: TargetPolicy): string | null {
  const address = parseAddress(text)
  if (address === null) return 'which is no address that can be checked'
  for (const reached of reaches(address)) {
    const kind = refusedKind(reached, port, policy)
    if (kind !== null) return kind
  }
  return null
}

function refusedKind(address: Address, port: number, policy: TargetPolicy): string | null {
  const kind = kindOf(address, never)
  if (kind !== null) return `${kind}, where no delivery ever goes`
  if (port === policy.ownPort && isOwn(address, policy)) return 'this server itself'
  if (policy.mode === 'sandbox' || policy.allowEgress(address)) return null
  const closed = kindOf(address, notInLive)
  return closed === null ? null : `${closed}, which live mode refuses unless --allow-egress opens it`
}

function isOwn(address: Address, policy: TargetPolicy): boolean {
  return loopback(address) || policy.ownAddresses.some((own) => parseAddress(own)?.text === address.text)
}

function named(table: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, Ranges> {
  return new Map(Object.entries(table).map(([kind, cidrs]) => [kind, parseRanges(cidrs)]))
}

function kindOf(address: Address, kinds: ReadonlyMap<string, Ranges>): string | null {
  for (const [kind, holds] of kinds) if (holds(address)) return kind
  return null
}

/** The host as a name or an address, without the brackets of IPv6. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

function invalid(message: string): UrlCheck {
  return { ok: false, code: 'WEBHOOK_URL_INVALID', message }
}
