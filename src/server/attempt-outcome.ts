/** The outcomes of attempts as they are counted: every status of a receiver by itself would be too many. */
const none = {
  succeeded: 0,
  http_4xx: 0,
  http_5xx: 0,
  non_200_ack: 0,
  redirect: 0,
  dns: 0,
  connect_refused: 0,
  tls: 0,
  timeout_connect: 0,
  timeout_response: 0,
  reset: 0,
  blocked_target: 0,
  listener_offline: 0,
  other: 0,
}

export type AttemptOutcome = keyof typeof none

export function noAttempts(): Record<AttemptOutcome, number> {
  return { ...none }
}

export function attemptOutcome(outcome: string): AttemptOutcome {
  const counted = outcome.replace(/^(http_\d)\d\d$/, '$1xx')
  return isCounted(counted) ? counted : 'other'
}

function isCounted(outcome: string): outcome is AttemptOutcome {
  return Object.hasOwn(none, outcome)
}
