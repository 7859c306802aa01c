import type { Caller } from './caller.ts'
import type { Answer } from './exchange.ts'

type Headers = Readonly<Record<string, string>>

/** Nothing is guessed to be another type, tells where it was called from, or is embedded by another site. */
const plain: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** And a browser that reached us encrypted once comes no other way for a year. */
const encrypted: Headers = { ...plain, 'strict-transport-security': 'max-age=31536000' }

/** On every answer; made once, since every request pays for them. */
export function securityHeaders({ secure }: Pick<Caller, 'secure'>): Headers {
  return secure ? encrypted : plain
}

/** A page that another could put into a frame can be clicked without being seen. */
export function framedNowhere({ headers }: Answer, policy: string): void {
  headers['content-security-policy'] = policy
  headers['x-frame-options'] = 'DENY'
}
