import { isIPv4, isIPv6 } from 'node:net'

/** An address in its one spelling, and as numbers of 16 bits: two for IPv4, eight for IPv6. */
export interface Address {
  readonly text: string
  readonly groups: readonly number[]
}

export type Ranges = (address: Address) => boolean

/** Null for a text that is no address; one with a zone (`fe80::1%eth0`) is none that we would send to. */
export function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return ipv4(text.split('.').map(Number))
  if (!isIPv6(text) || text.includes('%')) return null
  // The URL parser knows the one spelling: hexadecimal only, lower case, the longest run of zeros left out.
  const spelled = new URL(`http://[${text}]/`).hostname.slice(1, -1)
  return { text: spelled, groups: expanded(spelled) }
}

/**
 * Every address that must be allowed for this one to be: an IPv6 address through which an IPv4 host is
 * reached stands for that host.
 */
export function reaches(address: Address): readonly Address[] {
  const [, first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0] = address.groups
  if (mapped(address)) return [embedded(sixth, seventh)]
  if (sixToFour(address)) return [embedded(first, second)]
  // Teredo names its server in the clear and its client with every bit flipped.
  if (teredo(address)) return [embedded(second, third), embedded(sixth ^ 0xffff, seventh ^ 0xffff)]
  const last = embedded(sixth, seventh)
  if (compatible(address)) return [address, ...used(last)]
  if (!localNat64(address)) return [address]
  // RFC 6052 with a prefix of 48 bits: two bytes, an empty one, two bytes.
  const straddling = embedded(third, ((fourth & 0xff) << 8) | (fifth >> 8))
  return [address, ...used(straddling), ...used(last)]
}

/** Zeros where a host could stand name none: `::1` is no IPv4 host. */
function used(address: Address): readonly Address[] {
  return address.groups[0] === 0 ? [] : [address]
}

/** Who an address counts as: an IPv6 network, of which one customer has every address, or the address itself. */
export function networkOf(text: string): string {
  const address = parseAddress(text)
  if (address === null || address.groups.length === 2) return text
  const groups = address.groups.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

/** @throws TypeError for a text that is neither a CIDR range nor an address. */
export function parseRanges(cidrs: readonly string[]): Ranges {
  const ranges = cidrs.map((cidr) => parseRange(cidr))
  return (address) => ranges.some((holds) => holds(address))
}

function parseRange(cidr: string): Ranges {
  const [text = '', length, ...rest] = cidr.trim().split('/')
  const first = parseAddress(text)
  const most = (first?.groups.length ?? 0) * 16
  const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : NaN
  if (first === null || rest.length > 0 || !(bits <= most)) {
    throw new TypeError(`Not a range of addresses: ${cidr}. Write it like 10.0.0.0/8 or fd00::/8.`)
  }
  const masks = first.groups.map((_, at) => maskOf(bits - at * 16))
  const wanted = first.groups.map((group, at) => group & (masks[at] ?? 0))
  return ({ groups }) =>
    groups.length === wanted.length &&
    wanted.every((group, at) => group === ((groups[at] ?? 0) & (masks[at] ?? 0)))
}

/** Of 16 bits, as many set from the left. */
function maskOf(bits: number): number {
  return (0xffff << (16 - Math.min(16, Math.max(0, bits)))) & 0xffff
}

/** Through these the public IPv4 internet is reached: mapped, and NAT64 with its well-known prefix. */
const mapped = parseRanges(['::ffff:0:0/96', '64:ff9b::/96'])
const sixToFour = parseRanges(['2002::/16'])
const teredo = parseRanges(['2001::/32'])
/** These mean something on one network only: IPv4-compatible, IPv4-translated, NAT64 with a local prefix. */
const compatible = parseRanges(['::/96', '::ffff:0:0:0/96'])
const localNat64 = parseRanges(['64:ff9b:1::/48'])

function embedded(high: number, low: number): Address {
  return ipv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
}

function ipv4(bytes: readonly number[]): Address {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  return { text: bytes.join('.'), groups: [(first << 8) | second, (third << 8) | fourth] }
}

function expanded(text: string): readonly number[] {
  const [head = '', tail = ''] = text.split('::')
  const [left, right] = [numbers(head), numbers(tail)]
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}

function numbers(part: string): number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
}
