import type { ProxyVariables } from './config.ts'
import { CliError, exit } from './failure.ts'
import { hostOf, isLoopback } from './loopback.ts'
import { parseUrl } from '../parse-url.ts'

/** A proxy that requests to an address go through. */
export interface Proxy {
  readonly url: URL
  /** The variable that names it. */
  readonly variable: 'HTTP_PROXY' | 'HTTPS_PROXY'
  /** Without the password it may hold. */
  readonly shown: string
}

/**
 * The proxy for an address; null when requests go there directly, as those to this machine always do.
 * @throws CliError when its variable holds no address of a proxy
 */
export function proxyFor(address: string, variables: ProxyVariables): Proxy | null {
  const url = parseUrl(address)
  if (url === null) return null
  const isSecure = url.protocol === 'https:'
  const value = isSecure ? variables.https : variables.http
  if (value === undefined || staysHere(url) || isExempt(url, variables.none)) return null
  return proxyOf(isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY', value)
}

/** @throws CliError */
export function proxyOf(variable: Proxy['variable'], value: string): Proxy {
  const whole = value.includes('://') ? value : `http://${value}`
  const url = parseUrl(whole)
  if (url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '')
    return { url, variable, shown: url.origin }
  throw new CliError(
    exit.usage,
    'PROXY_INVALID',
    `${variable} names no proxy that can be used.`,
    'It takes an address such as http://proxy.example:3128.',
  )
}

/** Names below `localhost` lead to this machine too. */
function staysHere({ href }: URL): boolean {
  return isLoopback(href) || /(^|\.)localhost\.?$/.test(hostOf(href))
}

/** Hosts with all below them, by comma or space; a port narrows one down, `*` is every host. */
export function isExempt({ href, port, protocol }: URL, none = ''): boolean {
  const host = hostOf(href)
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return none
    .toLowerCase()
    .split(/[,\s]+/)
    .map(entryOf)
    .some(({ name, port: only }) => {
      if (name === '' || (only !== undefined && only !== ownPort)) return false
      return name === '*' || host === name || host.endsWith(`.${name}`)
    })
}

/** An address of IPv6 has colons of its own: with a port it stands in brackets. */
function entryOf(text: string): { readonly name: string; readonly port: string | undefined } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? []
  return { name: (bracketed ?? plain ?? text).replace(/^\*?\./, ''), port }
}
