import { parseUrl } from '../parse-url.ts'

/** The host of an address, an address of IPv6 without its brackets; empty when the text is no URL. */
export function hostOf(url: string): string {
  return parseUrl(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
}

/** An address that cannot leave this machine. */
export function isLoopback(url: string): boolean {
  const host = hostOf(url)
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}
