import { isEmail } from '../core/email.ts'
import { parseUrl } from '../parse-url.ts'

/** Where mail is handed over. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte: `smtps:`. */
  readonly secure: boolean
  /** STARTTLS: without it no mail is sent, it is used where it is offered, or never. */
  readonly startTls: 'required' | 'optional' | 'off'
  readonly auth: { readonly user: string; readonly pass: string } | null
}

export interface Sender {
  readonly name: string
  readonly address: string
}

const form = 'smtp://USER:PASSWORD@HOST:PORT or smtps://…, special characters percent-encoded'

/**
 * `smtp://user:pass@host:587`, `smtps://user:pass@host:465`; after a `?`, `tls=required`, `optional` (encrypted where
 * it is offered, whoever it is) or `off`. Default: required, but off on this machine itself.
 * @throws RangeError whose message does not hold the password
 */
export function smtpSettings(address: string): SmtpSettings {
  // An address that is no URL may hold a password all the same, so it is not repeated.
  const url = parseUrl(address)
  if (url === null) throw new RangeError(`The address of the mail server must be ${form}.`)
  if (
    !['smtp:', 'smtps:'].includes(url.protocol) ||
    url.hostname === '' ||
    !['', '/'].includes(url.pathname)
  ) {
    throw new RangeError(`The address of the mail server must be ${form}.`)
  }
  const secure = url.protocol === 'smtps:'
  const host = decoded(url.hostname).replace(/^\[|\]$/g, '')
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    startTls: startTlsOf(url, secure, host),
    auth: url.username === '' ? null : { user: decoded(url.username), pass: decoded(url.password) },
  }
}

function startTlsOf({ searchParams }: URL, secure: boolean, host: string): SmtpSettings['startTls'] {
  const unknown = [...searchParams.keys()].find((name) => name !== 'tls')
  if (unknown !== undefined) {
    throw new RangeError(`The address of the mail server may say tls=… after the "?", not ${unknown}.`)
  }
  const wish = searchParams.get('tls') ?? (isLoopback(host) ? 'off' : 'required')
  if (secure && searchParams.has('tls')) {
    throw new RangeError('smtps:// is encrypted from the start: tls=… goes with smtp:// only.')
  }
  if (wish === 'required' || wish === 'optional' || wish === 'off') return wish
  throw new RangeError('tls of the mail server must be required, optional or off.')
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new RangeError('The address of the mail server has a "%" that encodes nothing: write %25.')
  }
}

/** `Acme Hiring <hiring@acme.example>`, or the address alone. @throws RangeError */
export function mailSender(text: string): Sender {
  const match = /^\s*(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>|([^<>\s]+))\s*$/u.exec(text)
  const address = match?.[2] ?? match?.[3] ?? ''
  if (isEmail(address)) return { name: match?.[1]?.trim() ?? '', address: address.trim() }
  throw new RangeError('The sender of mail must be such as "Acme Hiring <hiring@acme.example>".')
}
