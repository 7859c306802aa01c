import { hashSecret } from '../core/keys.ts'
import { iso } from '../core/instant.ts'
import { redactBody, redactHeaders, redactText } from '../core/redact.ts'
import type { LogEntry, RequestLog } from '../operations/request-log.ts'
import { ipOf, type Exchange } from './exchange.ts'

export interface RequestRecorder extends RequestLog {
  record(exchange: Exchange): void
  forget(): void
  /** Tells of every entry as it is recorded; answers how to stop. */
  subscribe(follow: (entry: LogEntry) => void): () => void
  /** What was recorded since the last call, oldest first: for whoever writes it down. */
  drain(): Drained
}

export interface Drained {
  readonly entries: readonly LogEntry[]
  /** Earlier entries changed or went: `entries` is the whole log and replaces what was written. */
  readonly whole: boolean
}

/** Longest body that is kept, characters. */
const bodyLimit = 16 * 1024

type Slot = { readonly entry: LogEntry } | { readonly raw: Raw }

/** As recorded: with secrets, and the idempotency key itself in place of its hash. Never leaves this file. */
interface Raw extends Omit<LogEntry, 'request' | 'response'> {
  readonly request: { readonly headers: Exchange['node']['headers']; readonly body: string }
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
}

/**
 * The newest requests, in memory. What is recorded is made readable (and rid of its secrets) only when somebody
 * reads it or writes it down: under load most entries are pushed out before that, and cost nothing.
 */
export function createRequestLog(capacity: number, earlier: readonly LogEntry[] = []): RequestRecorder {
  const slots = new Map<string, Slot>(earlier.slice(-capacity).map((entry) => [entry.request_id, { entry }]))
  let undrained = new Set<string>()
  let altered = false
  const followers = new Set<(entry: LogEntry) => void>()

  const read = (id: string): LogEntry | undefined => {
    const slot = slots.get(id)
    if (slot === undefined || 'entry' in slot) return slot?.entry
    const entry = clean(slot.raw)
    slots.set(id, { entry })
    return entry
  }

  const tell = (id: string): void => {
    const entry = read(id)
    if (entry !== undefined) for (const follow of followers) follow(entry)
  }

  return {
    get: read,
    subscribe(follow) {
      followers.add(follow)
      return () => followers.delete(follow)
    },
    record(exchange) {
      if (!exchange.path.startsWith('/v1/')) return
      const raw = rawOf(exchange)
      slots.set(exchange.id, isLarge(raw) ? { entry: clean(raw) } : { raw })
      undrained.add(exchange.id)
      if (followers.size > 0) tell(exchange.id)
      if (slots.size <= capacity) return
      const [oldest = ''] = slots.keys()
      slots.delete(oldest)
      undrained.delete(oldest)
    },
    page({ matches, before, limit }) {
      const entries: LogEntry[] = []
      // Recorded as they end, listed as they came: a slow one must not move what was listed already.
      for (const id of [...slots.keys()].toSorted().toReversed()) {
        if (before !== undefined && id >= before) continue
        const entry = read(id)
        if (entry === undefined || !matches(entry)) continue
        if (entries.length === limit) return { entries, more: true }
        entries.push(entry)
      }
      return { entries, more: false }
    },
    drain() {
      const whole = altered
      const ids = whole ? [...slots.keys()] : [...undrained]
      undrained = new Set()
      altered = false
      return { entries: ids.map(read).filter((entry) => entry !== undefined), whole }
    },
    forgetMentions(texts) {
      const mention = mentionOf(texts)
      for (const id of slots.keys()) {
        const entry = read(id)
        if (entry !== undefined && mention.test(JSON.stringify(entry)))
          slots.set(id, { entry: emptied(entry) })
      }
      altered = true
    },
    forget() {
      slots.clear()
      undrained.clear()
      altered = true
    },
  }
}

function rawOf(exchange: Exchange): Raw {
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
    response: { headers: answer.headers, body: answer.body },
  }
}

/** Such bodies would add up to gigabytes before anybody reads them. */
function isLarge({ request, response }: Raw): boolean {
  return request.body.length + response.body.length > 2 * bodyLimit
}

function clean(raw: Raw): LogEntry {
  return {
    ...raw,
    path: redactText(raw.path),
    user_agent: raw.user_agent === null ? null : redactText(raw.user_agent),
    idempotency_key_hash: raw.idempotency_key_hash === null ? null : hashSecret(raw.idempotency_key_hash),
    request: { headers: cleanHeaders(raw.request.headers), body: cleanBody(raw.request.body) },
    response: { headers: cleanHeaders(raw.response.headers), body: cleanBody(raw.response.body) },
  }
}

/** An address in any case, anywhere; an id, which may be one letter, only where ids stand: quoted or in a URL. */
function mentionOf(texts: readonly string[]): RegExp {
  const literal = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  const spellings = (text: string) => `(?:${literal(text)}|${literal(encodeURIComponent(text))})`
  const addresses = texts.filter((text) => text.includes('@')).map(spellings)
  const ids = texts.filter((text) => !text.includes('@')).map(spellings)
  const standing = ids.length === 0 ? [] : [`(?<=["/=])(?:${ids.join('|')})(?=["\\\\/?&])`]
  return new RegExp([...addresses, ...standing].join('|'), 'i')
}

function emptied(entry: LogEntry): LogEntry {
  return {
    ...entry,
    path: entry.route ?? '',
    request: { headers: {}, body: null },
    response: { headers: {}, body: null },
  }
}

function cleanHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  const clean = redactHeaders(Object.fromEntries(entries))
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
