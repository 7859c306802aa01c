import type { KeyOrders } from './diagnose-bodies.ts'
import { isWebhookSecret } from './diagnose-keys.ts'
import type { KnownSecret } from './diagnose-keys.ts'
import { advice } from './diagnose-mistakes.ts'
import type { Mistake } from './diagnose-mistakes.ts'
import { hasVersionOne, search } from './diagnose-search.ts'
import type { Fit } from './diagnose-search.ts'

export type { KeyOrders } from './diagnose-bodies.ts'
export type { KnownSecret } from './diagnose-keys.ts'
export type { Mistake } from './diagnose-mistakes.ts'

export interface Suspect {
  /** The secrets that ought to fit. */
  readonly secrets: readonly KnownSecret[]
  /** Secrets that may have been mistaken for them: of other endpoints, or replaced ones. */
  readonly others?: readonly KnownSecret[]
  /** Names in any case. */
  readonly headers: Readonly<Record<string, string>>
  /** As received. */
  readonly body: Uint8Array
  /** Unix seconds. */
  readonly now: number
  readonly toleranceSeconds?: number
  /** Lets a body be recognised whose fields were sorted. */
  readonly keyOrders?: KeyOrders
}

export interface Diagnosis {
  readonly ok: boolean
  /** The mistake to repair first. */
  readonly reason: 'valid' | Mistake
  readonly explanation: string
  /** What to do about it; null when nothing is wrong. */
  readonly fix: string | null
}

/** A mistake, and what of this very request belongs to it. */
interface Finding {
  readonly mistake: Mistake
  readonly detail?: string
}

const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/**
 * Whether a signature holds, and if not, which mistake explains it: every explanation but the last resort is
 * proven, since the signature comes out right once the mistake is made or undone.
 */
export function diagnose(suspect: Suspect): Diagnosis {
  const headers = new Map(
    Object.entries(suspect.headers).map(([name, value]) => [name.toLowerCase(), value.trim()]),
  )
  const missing = signatureHeaders.filter((name) => (headers.get(name) ?? '') === '')
  if (missing.length > 0)
    return wrong([{ mistake: 'header_missing', detail: `Missing: ${missing.join(', ')}.` }])
  const [id = '', timestamp = '', signatures = ''] = signatureHeaders.map((name) => headers.get(name))
  const fit = search({
    secrets: suspect.secrets,
    others: suspect.others ?? [],
    id,
    timestamp,
    signatures,
    otherIds: otherIds(id, headers, suspect.body),
    body: suspect.body,
    keyOrders: suspect.keyOrders ?? {},
  })
  if (fit === null) return wrong([unexplained(suspect, signatures)])
  const findings = [...fit.mistakes.map((mistake) => found(mistake, fit)), ...timing(timestamp, suspect)]
  return findings.length === 0 ? valid(fit, timestamp, suspect.now) : wrong(findings)
}

function otherIds(id: string, headers: ReadonlyMap<string, string>, body: Uint8Array): string[] {
  const [, inBody] = /"id"\s*:\s*"([^"\\]+)"/.exec(Buffer.from(body).toString('utf8')) ?? []
  const known = [inBody, headers.get('skillpass-delivery'), headers.get('x-request-id')]
  return [...new Set(known.flatMap((other) => (other === undefined || other === id ? [] : [other])))]
}

function unexplained({ secrets, body }: Suspect, signatures: string): Finding {
  const malformed = secrets.find(({ secret }) => !isWebhookSecret(secret.trim()))
  if (malformed !== undefined) {
    return {
      mistake: 'secret_malformed',
      ...(malformed.label !== undefined && { detail: `It is ${malformed.label}.` }),
    }
  }
  if (!hasVersionOne(signatures)) return { mistake: 'signature_absent' }
  return { mistake: body.length === 0 ? 'body_empty' : 'signature_mismatch' }
}

function found(mistake: Mistake, { from, id }: Fit): Finding {
  if (mistake === 'id_wrong') return { mistake, detail: `It fits ${id}.` }
  if (mistake === 'other_secret' && from.label !== undefined) {
    return { mistake, detail: `It is the secret of ${from.label}.` }
  }
  return { mistake }
}

function timing(timestamp: string, { now, toleranceSeconds = 300 }: Suspect): Finding[] {
  if (!/^\d+$/.test(timestamp))
    return [{ mistake: 'timestamp_malformed', detail: `It is ${JSON.stringify(timestamp)}.` }]
  if (timestamp.length === 13)
    return [{ mistake: 'timestamp_milliseconds', detail: `The header says ${timestamp}.` }]
  const age = Math.floor(now) - Number(timestamp)
  const allowed = `${toleranceSeconds} s are allowed.`
  if (age > toleranceSeconds)
    return [{ mistake: 'timestamp_too_old', detail: `It is ${age} s old; ${allowed}` }]
  if (age < -toleranceSeconds) {
    return [{ mistake: 'timestamp_in_future', detail: `It is ${-age} s ahead; ${allowed}` }]
  }
  return []
}

function valid({ from }: Fit, timestamp: string, now: number): Diagnosis {
  const age = Math.floor(now) - Number(timestamp)
  const when = age < 0 ? `${-age} s ahead of this clock` : `${age} s ago`
  const whose = from.label === undefined ? '' : `, with the secret of ${from.label}`
  return { ok: true, reason: 'valid', explanation: `The signature holds: made ${when}${whose}.`, fix: null }
}

function wrong(findings: readonly Finding[]): Diagnosis {
  const distinct = findings.filter(
    ({ mistake }, at) => findings.findIndex((other) => other.mistake === mistake) === at,
  )
  const [first] = distinct
  if (first === undefined) throw new TypeError('Nothing is wrong')
  return {
    ok: false,
    reason: first.mistake,
    explanation: distinct.map(sentence).join(' Besides: '),
    fix: [...new Set(distinct.map(({ mistake }) => advice[mistake].fix))].join(' '),
  }
}

function sentence({ mistake, detail }: Finding): string {
  const { explanation } = advice[mistake]
  return detail === undefined ? explanation : `${explanation} ${detail}`
}
