import { hashSecret } from '../core/keys.ts'
import { iso } from '../core/instant.ts'
import { redactBody, redactHeader, redactText } from '../core/redact.ts'
import type { LogEntry } from '../operations/request-log.ts'
import { ipOf, type Exchange } from './exchange.ts'

/** Longest body that is kept, characters. */
const bodyLimit = 16 * 1024

/** As recorded: with secrets, and the idempotency key itself in place of its hash. Only a log under way holds it. */
export interface Raw extends Omit<LogEntry, 'request' | 'response'> {
  readonly request: { readonly headers: Exchange['node']['headers']; readonly body: string }
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
}

export function rawOf(exchange: Exchange): Raw {
  const { node, answer } = exchange
  return {
    request_id: exchange.id,
    at: iso(exchange.at),
    method: exchange.method,
    path: exchange.search === '' ? exchange.path : `${exchange.path}?${exchange.search}`,
    route: exchange.route,
    status: answer.status,
    duration_ms: Math.round((performance.now() - exchange.started) * 1000) / 1000,
    key_id: exchange.key?.id ?? null,
    ip: ipOf(exchange),
    user_agent: node.headers['user-agent'] ?? null,
    idempotency_key_hash: exchange.idempotencyKey,
    error_code: exchange.errorCode,
    request: { headers: node.headers, body: exchange.requestBody },
    response: { headers: answer.headers, body: answer.isUnlogged ? '' : answer.body },
  }
}

/** Such bodies would add up to gigabytes before anybody reads them. */
export function isLarge({ request, response }: Raw): boolean {
  return request.body.length + response.body.length > 2 * bodyLimit
}

export function clean(raw: Raw): LogEntry {
  return {
    ...raw,
    path: redactText(raw.path),
    user_agent: raw.user_agent === null ? null : redactText(raw.user_agent),
    idempotency_key_hash: raw.idempotency_key_hash === null ? null : hashSecret(raw.idempotency_key_hash),
    request: { headers: cleanHeaders(raw.request.headers), body: cleanBody(raw.request.body) },
    response: { headers: cleanAnswerHeaders(raw.response.headers), body: cleanBody(raw.response.body) },
  }
}

/** An address in any case, anywhere; an id, which may be one letter, only where ids stand: quoted or in a URL. */
export function mentionOf(texts: readonly string[]): RegExp {
  const literal = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  const spellings = (text: string) => `(?:${literal(text)}|${literal(encodeURIComponent(text))})`
  const addresses = texts.filter((text) => text.includes('@')).map(spellings)
  const ids = texts.filter((text) => !text.includes('@')).map(spellings)
  const standing = ids.length === 0 ? [] : [`(?<=["/=])(?:${ids.join('|')})(?=["\\\\/?&])`]
  return new RegExp([...addresses, ...standing].join('|'), 'i')
}

export function emptied(entry: LogEntry): LogEntry {
  return {
    ...entry,
    path: entry.route ?? '',
    request: { headers: {}, body: null },
    response: { headers: {}, body: null },
  }
}

/** Written by this server, out of nothing that a caller sent. */
const ownHeaders = new Set([
  'x-request-id',
  'content-type',
  'content-length',
  'cache-control',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-resource-policy',
  'ratelimit',
  'ratelimit-policy',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
])

function cleanAnswerHeaders(headers: Raw['response']['headers']): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase()
    clean[name] = ownHeaders.has(name) ? value : redactHeader(name, value)
  }
  return clean
}

function cleanHeaders(headers: Raw['request']['headers']): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase()
    clean[name] = redactHeader(name, String(value))
  }
  // Half of what unseals a stored answer; its hash stands in the entry.
  if ('idempotency-key' in clean) clean['idempotency-key'] = '[redacted]'
  return clean
}

/** Redacted before it is cut: half a secret would not be recognised. */
function cleanBody(body: string): string | null {
  if (body === '') return null
  const text = redactBody(body)
  return text.length <= bodyLimit ? text : `${text.slice(0, bodyLimit)}…`
}
