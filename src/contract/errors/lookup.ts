import { get, post, refusal, request, steps } from './entry.ts'

const user = post('/v1/users', { display_name: 'Kim Doe' })

function missing(noun: string, listPath: string, path: string) {
  return refusal({
    status: 404,
    title: `No such ${noun}`,
    cause: `No ${noun} has this id on this server.`,
    resolution: `Check the id; \`GET ${listPath}\` lists what there is. A sandbox that was reset has only its seed.`,
    example: request('GET', path),
  })
}

/** Records that are not there, exist already, or were removed. */
export const lookupErrors = {
  INVITE_NOT_FOUND: missing('invite', '/v1/assess/invites', '/v1/assess/invites/inv_none'),
  RESULT_NOT_FOUND: refusal({
    status: 404,
    title: 'No such result',
    cause:
      'The invite ended without an assessment: it was declined, cancelled or expired, so it never has a result.',
    resolution: 'Send a new invite if the candidate should be assessed.',
    example: steps(
      post('/v1/assess/invites', { candidate_email: 'kim@example.com', skill: 'react' }),
      post('/v1/assess/invites/{1.id}/decline'),
      get('/v1/assess/invites/{1.id}/result'),
    ),
  }),
  USER_NOT_FOUND: missing('user', '/v1/users', '/v1/users/usr_none'),
  SKILL_NOT_FOUND: missing('skill', '/v1/skills', '/v1/skills/no-such-skill'),
  EVIDENCE_NOT_FOUND: missing('evidence entry', '/v1/users/{id}/evidence', '/v1/evidence/evd_none'),
  KEY_NOT_FOUND: missing('API key', '/v1/keys', '/v1/keys/key_none'),
  WEBHOOK_NOT_FOUND: missing('webhook', '/v1/webhooks', '/v1/webhooks/we_none'),
  EVENT_NOT_FOUND: missing('event', '/v1/events', '/v1/events/evt_none'),
  DELIVERY_NOT_FOUND: missing('delivery', '/v1/deliveries', '/v1/deliveries/dlv_none'),
  LOG_NOT_FOUND: refusal({
    status: 404,
    title: 'No such request in the log',
    cause: 'No logged request has this id. The log keeps the newest 10,000 requests.',
    resolution: 'Check the id: it is the `X-Request-Id` of an answer. `GET /v1/logs` lists what there is.',
    example: request('GET', '/v1/logs/req_none'),
  }),
  ERROR_CODE_NOT_FOUND: missing('error code', '/v1/errors', '/v1/errors/NO_SUCH_CODE'),
  SKILL_NOT_IN_PASSPORT: refusal({
    status: 404,
    title: 'The user has none of this skill',
    cause: 'User and skill both exist, and the user has no evidence for this skill.',
    resolution: 'Read the passport to see which skills the user has, or invite the user to an assessment.',
    example: steps(user, get('/v1/verify/skill/{1.id}/react')),
  }),
  USER_EXISTS: refusal({
    status: 409,
    title: 'The user id is taken',
    cause: 'A user with this `id` exists already, or existed and was erased.',
    resolution: 'Read or update that user, or create this one with another `id`.',
    example: steps(
      post('/v1/users', { id: 'kim', display_name: 'Kim Doe' }),
      post('/v1/users', { id: 'kim', display_name: 'Kim Doe' }),
    ),
  }),
  SKILL_EXISTS: refusal({
    status: 409,
    title: 'The skill exists already',
    cause: 'The key, or one of the aliases, is already a key or an alias of a skill.',
    resolution: 'Use the skill that is there, or choose another key and other aliases.',
    example: request('POST', '/v1/skills', { body: { key: 'react', name: 'React', half_life_days: 365 } }),
  }),
  USER_ERASED: refusal({
    status: 410,
    title: 'The user was erased',
    cause:
      'The personal data of this user was erased on request. Only the id is kept, so that nobody reuses it.',
    resolution: 'Remove the user on your side too. Erasing cannot be undone.',
    example: steps(user, post('/v1/users/{1.id}/erase'), get('/v1/users/{1.id}')),
  }),
  SKILL_UNKNOWN: refusal({
    status: 422,
    title: 'The skill is not in the catalogue',
    cause:
      'A field of the request names a skill that is no key and no alias. `details.suggestions` lists similar ones.',
    resolution: 'Use a key from `GET /v1/skills`, or add the skill with `POST /v1/skills`.',
    example: request('POST', '/v1/assess/invites', {
      body: { candidate_email: 'kim@example.com', skill: 'raect' },
    }),
  }),
  BATCH_SIZE: refusal({
    status: 422,
    title: 'A batch takes 1 to 100 users',
    cause: '`user_ids` is empty or has more than 100 entries.',
    resolution: 'Split the users into batches of up to 100.',
    example: request('POST', '/v1/verify/batch', { body: { user_ids: [] } }),
  }),
  EVIDENCE_INVALID: refusal({
    status: 422,
    title: 'The evidence breaks a rule',
    cause: 'Evidence cannot lie in the future, and nobody can endorse themselves.',
    resolution: 'Correct what the message names.',
    example: steps(
      user,
      post('/v1/users/{1.id}/evidence', { type: 'session', skill: 'react', occurred_on: '9999-12-30' }),
    ),
  }),
  EVIDENCE_ALREADY_CLOSED: refusal({
    status: 409,
    title: 'The evidence entry is closed',
    cause: 'The entry was revoked, which is final, or there is no open dispute to resolve.',
    resolution: 'Read the entry: `status` and `status_reason` say what happened. Add new evidence instead.',
    example: steps(
      user,
      post('/v1/users/{1.id}/evidence', { type: 'session', skill: 'react' }),
      post('/v1/evidence/{2.id}/revoke', { reason: 'Recorded twice' }),
      post('/v1/evidence/{2.id}/revoke', { reason: 'Recorded twice' }),
    ),
  }),
} as const
