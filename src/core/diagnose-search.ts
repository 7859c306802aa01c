import { createHmac } from 'node:crypto'
import { bodyForms } from './diagnose-bodies.ts'
import type { KeyOrders } from './diagnose-bodies.ts'
import { keyForms } from './diagnose-keys.ts'
import type { KeyForm, KnownSecret } from './diagnose-keys.ts'
import type { Mistake } from './diagnose-mistakes.ts'

export interface Evidence {
  readonly secrets: readonly KnownSecret[]
  readonly others: readonly KnownSecret[]
  readonly id: string
  /** As the header has it. */
  readonly timestamp: string
  readonly signatures: string
  /** Ids that stand elsewhere in the request. */
  readonly otherIds: readonly string[]
  readonly body: Uint8Array
  readonly keyOrders: KeyOrders
}

/** What explains a presented signature: no mistakes, then it is right. */
export interface Fit {
  readonly mistakes: readonly Mistake[]
  readonly from: KnownSecret
  readonly id: string
}

interface Presented {
  readonly value: string
  readonly mistakes: readonly Mistake[]
}

/** What stands before the body in the signed text. */
interface Head {
  readonly text: string
  readonly id: string
  readonly mistakes: readonly Mistake[]
}

interface Body {
  readonly mistakes: readonly Mistake[]
  bytes(): Uint8Array | null
}

/** Two mistakes at once are still told apart; three are a different request. */
const mistakesTried = 2

/** The fewest mistakes with which one of the signatures comes out; null when none does. */
export function search(evidence: Evidence): Fit | null {
  const presented = presentedIn(evidence.signatures)
  const [heads, bodies] = [headsOf(evidence), bodiesOf(evidence)]
  const keys = keyForms(evidence.secrets, evidence.others)
  for (let count = 0; count <= mistakesTried; count++) {
    for (const key of keys) {
      for (const head of heads) {
        for (const body of bodies) {
          const fit = tried(key, head, body, { presented, count })
          if (fit !== null) return fit
        }
      }
    }
  }
  return null
}

/** Whether there is any signature of version v1 to check. */
export function hasVersionOne(signatures: string): boolean {
  return presentedIn(signatures).some(({ value, mistakes }) => mistakes.length === 0 && value !== '')
}

function tried(
  key: KeyForm,
  head: Head,
  body: Body,
  { presented, count }: { readonly presented: readonly Presented[]; readonly count: number },
): Fit | null {
  const made = [...key.mistakes, ...head.mistakes, ...body.mistakes]
  // What comes on top is how the signature is written, at most two mistakes as well.
  if (made.length > count) return null
  const bytes = body.bytes()
  if (bytes === null) return null
  const digest = createHmac('sha256', key.key).update(head.text).update(bytes).digest()
  for (const { value, mistakes } of presented) {
    const spelled = spelling(value, digest)
    const all = spelled && [...made, ...mistakes, ...spelled]
    if (all?.length === count) return { mistakes: all, from: key.from, id: head.id }
  }
  return null
}

/** Null when it is another signature altogether. */
function spelling(value: string, digest: Buffer): readonly Mistake[] | null {
  const right = digest.toString('base64')
  if (value === right) return []
  if (value.toLowerCase() === digest.toString('hex')) return ['signature_hex']
  const url = digest.toString('base64url')
  if (value === url || value === `${url}=` || value === right.slice(0, -1)) return ['signature_base64url']
  return value.length >= 8 && right.startsWith(value) ? ['signature_truncated'] : null
}

/** Signatures, whatever stands between them: some write commas, `v1=` or no version at all. */
function presentedIn(signatures: string): Presented[] {
  return signatures.split(/\s+/).flatMap((part) => {
    const several = part.split(/,(?=v\d{1,2}[a-z]?[,=])|,$/)
    const mistakes: readonly Mistake[] = several.length > 1 && part !== 'v1,' ? ['signature_separator'] : []
    return several.filter((one) => one !== '').map((one) => presentedAs(one, mistakes))
  })
}

function presentedAs(part: string, mistakes: readonly Mistake[]): Presented {
  const [, version, mark, value] = /^(v\d+\w*)([,=])(.*)$/.exec(part) ?? []
  if (version === 'v1' && mark === ',') return { value: value ?? '', mistakes }
  return { value: value ?? part, mistakes: [...mistakes, 'signature_tag'] }
}

function headsOf({ id, timestamp, otherIds }: Evidence): readonly Head[] {
  const head = (text: string, ...mistakes: Mistake[]): Head => ({ text, id, mistakes })
  return [
    head(`${id}.${timestamp}.`),
    ...otherTimestamps(timestamp).map((other) => head(`${id}.${other}.`, 'timestamp_milliseconds')),
    ...otherIds.map((other) => ({ ...head(`${other}.${timestamp}.`, 'id_wrong'), id: other })),
    head(`${timestamp}.`, 'signed_without_id'),
    head('', 'signed_body_only'),
  ]
}

/** The same instant in the other unit: what stands below a second is lost. */
function otherTimestamps(timestamp: string): readonly string[] {
  if (/^\d{13}$/.test(timestamp)) return [timestamp.slice(0, -3)]
  return /^\d{9,10}$/.test(timestamp) ? [`${timestamp}000`] : []
}

/** Each form is made once, and only when it is tried. */
function bodiesOf({ body, keyOrders }: Evidence): readonly Body[] {
  const forms = bodyForms(body, keyOrders).map(({ mistake, bytes }) => {
    let made: Uint8Array | null | undefined
    return {
      mistakes: [mistake],
      bytes: () => (made === undefined ? (made = bytes()) : made),
    }
  })
  return [{ mistakes: [], bytes: () => body }, ...forms]
}
