import { attemptTraceparent } from './trace.ts'

/** The headers of one attempt: Standard Webhooks 1.0 and what helps to find it again. */
export interface AttemptFacts {
  readonly eventId: string
  readonly eventType: string
  readonly deliveryId: string
  readonly attempt: number
  /** Unix seconds, real time. */
  readonly timestamp: number
  readonly signature: string
  readonly version: string
  /** The stored trace of the request that caused the delivery. */
  readonly trace?: string | undefined
}

export function deliveryHeaders(facts: AttemptFacts): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': `skillpass/${facts.version}`,
    'webhook-id': facts.eventId,
    'webhook-timestamp': String(facts.timestamp),
    'webhook-signature': facts.signature,
    'skillpass-event': facts.eventType,
    'skillpass-attempt': String(facts.attempt),
    'skillpass-delivery': facts.deliveryId,
    ...(facts.trace !== undefined && { traceparent: traceparentOf(facts.trace, facts) }),
  }
}

function traceparentOf(trace: string, { deliveryId, attempt, timestamp }: AttemptFacts): string {
  return attemptTraceparent(trace, { deliveryId, number: attempt, signedAt: timestamp })
}
