import { refusal } from '../../sdk/scripted-server.ts'
import { createInvite, failed, getUser, user, userValue } from '../case.ts'
import type { Case } from '../case.ts'

const late = failed('timeout', 'TIMEOUT', { retryable: true })
const hang = { instead: 'hang' } as const
/** Long before the limit that must not be the one that counts. */
const soon = [0, 12_000] as const

/** What ends a call that takes too long. */
export const timeoutCases: readonly Case[] = [
  {
    name: 'hanging_try_times_out_and_the_next_succeeds',
    script: [hang, { body: user }],
    client: { timeout_ms: 1_500 },
    call: getUser,
    outcome: userValue,
    requests: 2,
  },
  {
    name: 'timeout_of_every_try_raises',
    script: [hang],
    client: { timeout_ms: 800, total_timeout_ms: 20_000 },
    call: createInvite,
    outcome: failed('timeout', 'TIMEOUT', { retryable: true, has_idempotency_key: true }),
    requests: 3,
    lasts: [3_500, 20_000],
  },
  {
    name: 'slow_body_times_out',
    script: [{ body: user, instead: 'slow_body' }],
    client: { timeout_ms: 1_500, max_retries: 0 },
    call: getUser,
    outcome: late,
    requests: 1,
    lasts: soon,
  },
  {
    name: 'total_timeout',
    script: [hang],
    client: { timeout_ms: 20_000, total_timeout_ms: 1_500 },
    call: getUser,
    outcome: late,
    requests: 1,
    lasts: soon,
    told: /retries included/,
  },
  {
    name: 'timeout_of_one_call',
    script: [hang],
    client: { max_retries: 0 },
    call: { ...getUser, timeout_ms: 1_500 },
    outcome: late,
    requests: 1,
    lasts: soon,
  },
  {
    name: 'timeout_of_one_call_does_not_raise_the_total',
    script: [hang],
    client: { timeout_ms: 100, total_timeout_ms: 1_500 },
    call: { ...getUser, timeout_ms: 20_000 },
    outcome: late,
    requests: 1,
    lasts: soon,
    told: /retries included/,
  },
  {
    name: 'pause_beyond_the_total_is_not_begun',
    script: [refusal(429, 'RATE_LIMITED', { 'retry-after': '30' })],
    client: { total_timeout_ms: 20_000 },
    call: getUser,
    outcome: failed('rate_limit', 'RATE_LIMITED', { status: 429, request_id: 'req_x', retry_after: 30 }),
    requests: 1,
    lasts: soon,
  },
]
