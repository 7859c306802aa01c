import type { ErrorStep } from './entry.ts'
import { get, post, refusal, request, sent, steps, transient } from './entry.ts'

const complete = (score: number) => post('/v1/assess/invites/{1.id}/complete', { score })
const start = post('/v1/assess/invites/{1.id}/start')
const accept = post('/v1/assess/invites/{1.id}/accept')

function closed(status: 409 | 410, word: string, cause: string, ...close: readonly ErrorStep[]) {
  return refusal({
    status,
    title: `The invite ${word}`,
    cause,
    resolution: 'Send a new invite with `POST /v1/assess/invites`. A closed invite never opens again.',
    example: steps(sent, ...close, accept),
  })
}

/** Steps that the state of an invite does not allow. */
export const inviteErrors = {
  INVITE_EXPIRY_INVALID: refusal({
    status: 422,
    title: 'The expiry is not allowed',
    cause: 'An invite lives for 60 seconds to 90 days from now, and extending it never shortens it.',
    resolution: 'Choose an expiry in that range: `expires_in` such as `"7d"`, or a later `expires_at`.',
    example: request('POST', '/v1/assess/invites', {
      body: { candidate_email: 'kim@example.com', skill: 'react', expires_in: '91d' },
    }),
  }),
  INVITE_DUPLICATE: refusal({
    status: 409,
    title: 'The candidate has an open invite for this skill',
    cause:
      'The request says `if_exists: "error"`, and an open invite for the same candidate and skill exists. `details.existing_invite_id` names it.',
    resolution:
      'Use the existing invite, or send `if_exists: "return"` to receive it, or `"create"` for a second one.',
    example: steps(
      sent,
      post('/v1/assess/invites', { candidate_email: 'kim@example.com', skill: 'react', if_exists: 'error' }),
    ),
  }),
  INVITE_EXPIRED: closed(
    410,
    'has expired',
    'The candidate did not start before `expires_at`.',
    post('/v1/sandbox/clock', { advance: '8d' }),
  ),
  INVITE_CANCELLED: closed(
    410,
    'was cancelled',
    'You cancelled this invite, so the candidate can no longer use it.',
    post('/v1/assess/invites/{1.id}/cancel'),
  ),
  INVITE_DECLINED: closed(
    409,
    'was declined',
    'The candidate declined this invite.',
    post('/v1/assess/invites/{1.id}/decline'),
  ),
  INVITE_COMPLETED: closed(
    409,
    'is completed',
    'The assessment of this invite is finished and has a result.',
    start,
    complete(80),
  ),
  INVITE_NOT_OPEN: refusal({
    status: 409,
    title: 'The invite is closed',
    cause:
      'The step needs an open invite, and this one has ended. `details.status` is its state, `details.allowed` what it needs.',
    resolution: 'Nothing can change a closed invite. Send a new one if needed.',
    example: steps(sent, post('/v1/assess/invites/{1.id}/decline'), post('/v1/assess/invites/{1.id}/resend')),
  }),
  ASSESSMENT_IN_PROGRESS: refusal({
    status: 409,
    title: 'The candidate is taking the assessment',
    cause: 'The assessment has started, and this step would take it away from the candidate.',
    resolution: 'Wait for the result, or cancel with `force: true`.',
    example: steps(sent, start, post('/v1/assess/invites/{1.id}/cancel')),
  }),
  ASSESSMENT_NOT_STARTED: refusal({
    status: 409,
    title: 'The assessment has not started',
    cause: 'A score can be handed in only for an assessment in progress.',
    resolution: 'Call `POST /v1/assess/invites/{id}/start` first.',
    example: steps(sent, complete(80)),
  }),
  ASSESSMENT_ALREADY_SUBMITTED: refusal({
    status: 409,
    title: 'The assessment has another score already',
    cause: 'The assessment was completed with a different score. Repeating the same score is allowed.',
    resolution: 'Read the result. To correct it, revoke its evidence entry and send a new invite.',
    example: steps(sent, start, complete(80), complete(90)),
  }),
  RESULT_NOT_READY: transient({
    status: 409,
    title: 'There is no score yet',
    cause:
      'The invite is open, and the candidate has not finished. A result is shown only when it has its score.',
    resolution: 'Wait for the event `assessment.completed`, or ask again later.',
    retry:
      'Ask again after the seconds in `Retry-After`, or subscribe to `assessment.completed` instead of polling.',
    example: steps(sent, get('/v1/assess/invites/{1.id}/result')),
  }),
  RESULT_VOIDED: refusal({
    status: 410,
    title: 'The result was voided',
    cause: 'The evidence entry of this result was revoked, so its score no longer counts.',
    resolution:
      'Send a new invite if the candidate should be assessed again. `GET /v1/assess/results` still lists the old one.',
    example: steps(
      sent,
      start,
      complete(80),
      get('/v1/assess/invites/{1.id}/result'),
      post('/v1/evidence/{4.evidence_id}/revoke', { reason: 'Identity not confirmed' }),
      get('/v1/assess/invites/{1.id}/result'),
    ),
  }),
} as const
