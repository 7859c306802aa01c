import type { Mistake } from './diagnose-mistakes.ts'
import { canonicalJson } from './canonical.ts'

/** What may have been signed instead of the body at hand. */
export interface BodyForm {
  readonly mistake: Mistake
  bytes(): Uint8Array | null
}

/** The fields of each event type in the order in which they are sent. */
export type KeyOrders = Readonly<Record<string, readonly string[]>>

/** Every other body from which the one at hand may have come, or for which it may have been taken. */
export function bodyForms(body: Uint8Array, keyOrders: KeyOrders): readonly BodyForm[] {
  const text = Buffer.from(body).toString('utf8')
  const json = parsed(text)
  return [...endings(text), ...serialisations(json, keyOrders), ...encodings(text, json)]
}

function endings(text: string): BodyForm[] {
  return [
    of('body_newline_added', () => (/\s$/.test(text) ? text.trimEnd() : null)),
    of('body_newline_removed', () => `${text}\n`),
    of('body_newline_removed', () => `${text}\r\n`),
    of('body_crlf', () => (text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : null)),
    of('body_lf', () => (text.includes('\n') ? text.replaceAll(/\r?\n/g, '\r\n') : null)),
    of('signed_empty', () => (text === '' ? null : '')),
  ]
}

function serialisations(json: unknown, keyOrders: KeyOrders): BodyForm[] {
  if (typeof json !== 'object' || json === null) return []
  const sorted: unknown = JSON.parse(canonicalJson(json))
  const sent = inOrder(json, keyOrders)
  return [
    of('body_reserialised', () => JSON.stringify(json)),
    of('body_keys_sorted', () => JSON.stringify(sent)),
    of('signed_pretty_2', () => JSON.stringify(json, null, 2)),
    of('signed_pretty_4', () => JSON.stringify(json, null, 4)),
    of('signed_spaced', () => spaced(json)),
    of('signed_sorted', () => JSON.stringify(sorted)),
    of('signed_sorted', () => JSON.stringify(sorted, null, 2)),
    of('signed_sorted', () => spaced(sorted)),
  ]
}

function encodings(text: string, json: unknown): BodyForm[] {
  return [
    of('body_quoted', () => (typeof json === 'string' ? json : null)),
    of('body_base64', () => (isBase64(text) ? Buffer.from(text.trim(), 'base64') : null)),
    of('body_charset', () => Buffer.from(text, 'latin1')),
    of('body_byte_order_mark', () => (text.startsWith('\ufeff') ? text.slice(1) : null)),
  ]
}

/** As Python's json.dumps writes it: a space after each colon and comma, nothing but ASCII. */
function spaced(value: unknown): string {
  const lines = JSON.stringify(value, null, 1)
  const joined = lines
    .replaceAll(/\n */g, '\n')
    .replaceAll(/([[{])\n/g, '$1')
    .replaceAll(/\n([\]}])/g, '$1')
    .replaceAll('\n', ' ')
  return joined.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The object with its fields as the service sends them, those it does not know behind. */
function inOrder(json: object, keyOrders: KeyOrders): unknown {
  const fields = new Map<string, unknown>(Object.entries(json))
  const order = keyOrders[String(fields.get('event'))] ?? []
  const known = order.filter((key) => fields.has(key))
  return Object.fromEntries([...new Set([...known, ...fields.keys()])].map((key) => [key, fields.get(key)]))
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]{4,}={0,2}\s*$/.test(text)
}

function of(mistake: Mistake, form: () => string | Uint8Array | null): BodyForm {
  return {
    mistake,
    bytes() {
      const made = form()
      return typeof made === 'string' ? Buffer.from(made, 'utf8') : made
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON: then it was not serialised again either.
    return undefined
  }
}
