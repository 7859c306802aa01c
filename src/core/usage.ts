/** What was counted: of a day, of a key, of both, or in all. */
export interface Counts {
  readonly requests: number
  readonly errors: number
  readonly invites_sent: number
  readonly verifications_made: number
  readonly deliveries: number
  readonly delivery_attempts: number
  readonly delivery_failures: number
}

export const noCounts: Counts = {
  requests: 0,
  errors: 0,
  invites_sent: 0,
  verifications_made: 0,
  deliveries: 0,
  delivery_attempts: 0,
  delivery_failures: 0,
}

export function plus(one: Counts, other: Partial<Counts>): Counts {
  return {
    requests: one.requests + (other.requests ?? 0),
    errors: one.errors + (other.errors ?? 0),
    invites_sent: one.invites_sent + (other.invites_sent ?? 0),
    verifications_made: one.verifications_made + (other.verifications_made ?? 0),
    deliveries: one.deliveries + (other.deliveries ?? 0),
    delivery_attempts: one.delivery_attempts + (other.delivery_attempts ?? 0),
    delivery_failures: one.delivery_failures + (other.delivery_failures ?? 0),
  }
}

/** What a key counts up: deliveries are nobody's, an event has subscribers and no key. */
export function ofKey(
  counts: Counts,
): Pick<Counts, 'requests' | 'errors' | 'invites_sent' | 'verifications_made'> {
  const { requests, errors, invites_sent, verifications_made } = counts
  return { requests, errors, invites_sent, verifications_made }
}
