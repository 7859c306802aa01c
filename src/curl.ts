import type { Output } from './contract/index.ts'
import { printable, spelt } from './printable.ts'

type Log = Output<'logs', 'get'>

export interface Curl {
  /** The parts of the command in their order, quoted for sh. */
  readonly parts: readonly string[]
  /** Where it is not the request that was sent, as sentences. */
  readonly notes: readonly string[]
}

/** What curl sets by itself, or what belongs to the connection of then. */
const ownHeaders = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'user-agent',
])
/** What a browser adds of its own, beside the session that stands in for a key. */
const browserHeaders = /^(?:cookie|origin|referer|priority|dnt|accept-language|sec-.+)$/
const redacted = '[redacted]'
/** Longest body that the log keeps; a longer one ends with "…". */
const bodyLimit = 16 * 1024
const keyPart = '-H "Authorization: Bearer $SKILLPASS_API_KEY"'
const hidden = /\[redacted\]|(?:sk_(?:live|test)_|whsec_|\/i\\?\/|%2fi%2f)…|(?<=["/=])…(?=["/?&]|$)/i

/** A logged request as a command that sends it again, with the caller's own key in place of the one that is not kept. */
export function curlOf(log: Log, baseUrl: string): Curl {
  const { method, path } = log
  const { headers } = log.request
  const body = method === 'HEAD' ? null : log.request.body
  const notes = notesOf(log)
  const asTyped = /[[\]{}]/.test(path) ? ['-g'] : []
  const dots = /\/\.\.?(?:[/?]|$)/.test(path) ? ['--path-as-is'] : []
  const address = quoted(`${baseUrl.replace(/\/$/, '')}${path}`)
  return {
    parts: [
      ['curl', ...asTyped, ...dots, ...verbOf(method), address].join(' '),
      ...(isSession(log) ? [keyPart] : []),
      ...keptHeaders(log).flatMap(([name, value]) => headerPart(name, value)),
      ...(body === null ? [] : bodyParts(body, headers)),
    ],
    notes,
  }
}

function verbOf(method: string): string[] {
  if (method === 'HEAD') return ['--head']
  return method === 'GET' ? [] : ['-X', method]
}

/** Whether the command reads a key. */
export function sendsKey(log: Log): boolean {
  return 'authorization' in log.request.headers || isSession(log)
}

/** Whether it was sent by somebody signed in to the dashboard. */
function isSession({ key_id, request: { headers } }: Log): boolean {
  return key_id !== null && 'cookie' in headers && !('authorization' in headers)
}

function keptHeaders(log: Log): [name: string, value: string][] {
  const all = Object.entries(log.request.headers)
  return isSession(log) ? all.filter(([name]) => !browserHeaders.test(name)) : all
}

function headerPart(name: string, value: string): string[] {
  if (name === 'authorization') return [keyPart]
  if (ownHeaders.has(name) || value === redacted || value === '*/*') return []
  // With a colon and nothing after it curl would take the header out.
  return [`-H ${quoted(value === '' ? `${name};` : `${name}: ${printable(value)}`)}`]
}

/** Left to itself curl would call it a form. */
function bodyParts(body: string, headers: Log['request']['headers']): string[] {
  const untyped = 'content-type' in headers ? [] : [`-H ${quoted('content-type:')}`]
  return [...untyped, `--data-raw ${quoted(bodyText(body))}`]
}

/** JSON says the same with every character spelt that could drive a terminal; other text has to do without them. */
function bodyText(body: string): string {
  return isJson(body) ? spelt(body) : printable(body)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function notesOf(log: Log): string[] {
  const { body } = log.request
  const headers = Object.fromEntries(keptHeaders(log))
  if (Object.keys(log.request.headers).length === 0)
    return ['What was sent is no longer kept: only method and path are left.']
  const dropped = Object.entries(headers)
    .filter(([name, value]) => value === redacted && name !== 'authorization' && name !== 'idempotency-key')
    .map(([name]) => name)
  const texts = [log.path, body ?? '', ...Object.values(headers).filter((value) => value !== redacted)]
  return [
    ...('idempotency-key' in headers
      ? ['The Idempotency-Key is not kept: what this writes is written again.']
      : []),
    ...(dropped.length > 0 ? [`Left out, for they are not kept: ${dropped.join(', ')}.`] : []),
    ...(texts.some((text) => hidden.test(text))
      ? ['Secrets in it were redacted: put your own in their place.']
      : []),
    ...(isCut(body) ? ['Its body was cut after 16 KiB: the command does not hold all of it.'] : []),
    ...(texts.some((text) => !isJson(text) && printable(text) !== text)
      ? ['Control characters in it are left out.']
      : []),
  ]
}

function isCut(body: string | null): boolean {
  return body !== null && body.length > bodyLimit && body.endsWith('…')
}

/** One word for sh, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
