import { createHash, randomBytes } from 'node:crypto'

/** The caller's trace, of its header `traceparent` (W3C Trace Context). */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string
  /** Two hexadecimal digits: whether it is recorded, and whether its id is random. */
  readonly flags: string
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const zeros = /^0+$/
/** Those that the standard gives a meaning; all others must not be passed on. */
const knownFlags = 0b11

/** null where there is none, or none that is valid: the standard wants a broken one ignored. */
export function parseTraceparent(header: string | readonly string[] | undefined): Trace | null {
  if (typeof header !== 'string') return null
  const [, version, id = '', parent = '', flags = '', rest] = form.exec(header) ?? []
  if (version === undefined || version === 'ff' || zeros.test(id) || zeros.test(parent)) return null
  // Later versions may add something; this one has no more.
  if (version === '00' && rest !== undefined) return null
  return { id, flags: (parseInt(flags, 16) & knownFlags).toString(16).padStart(2, '0') }
}

/** The header for a part of the trace that begins here. */
export function traceparent(trace: Trace, span = randomBytes(8).toString('hex')): string {
  return `00-${trace.id}-${span}-${trace.flags}`
}

/** As it is stored beside what the request caused. */
export function traceText({ id, flags }: Trace): string {
  return `${id}-${flags}`
}

/**
 * The header of one attempt of a delivery. Its span follows from the attempt, so that the header which was sent can
 * be shown later without being stored.
 */
export function attemptTraceparent(
  stored: string,
  attempt: { readonly deliveryId: string; readonly number: number; readonly signedAt: number },
): string {
  const [id = '', flags = ''] = stored.split('-')
  const name = `${attempt.deliveryId}:${attempt.number}:${attempt.signedAt}`
  return traceparent({ id, flags }, createHash('sha256').update(name).digest('hex').slice(0, 16))
}
