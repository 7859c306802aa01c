import type { Caller } from './caller.ts'
import type { Answer } from './exchange.ts'

/**
 * On every answer: nothing is guessed to be another type, tells where it was called from, or is embedded by another
 * site; and a browser that reached us encrypted once comes no other way for a year.
 */
export function securityHeaders({ secure }: Pick<Caller, 'secure'>): Record<string, string> {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  }
  if (secure) headers['strict-transport-security'] = 'max-age=31536000'
  return headers
}

/** A page that another could put into a frame can be clicked without being seen. */
export function framedNowhere({ headers }: Answer, policy: string): void {
  headers['content-security-policy'] = policy
  headers['x-frame-options'] = 'DENY'
}
