import { z } from 'zod'
import { alsoNamed, email, instantInput, list, page, reference, skillName, text } from './formats.ts'
import { extension, inviteDraft, submission } from './invite-bodies.ts'
import { invite, inviteStatuses } from './invite.ts'
import { once } from './lazy.ts'
import { result } from './results.ts'
import { route } from './route.ts'

const params = once(() => z.strictObject({ id: reference().describe('Id of the invite.') }))
const example = { id: 'inv_01j0000000000000000000000a' }
const closedCodes = ['INVITE_EXPIRED', 'INVITE_CANCELLED', 'INVITE_DECLINED', 'INVITE_COMPLETED'] as const
const withAlias = (rest: string) => ({
  path: `/v1/assess/invites${rest}`,
  aliases: [`/v1/assess/invite${rest}`],
})

/** The steps on an invite differ in little: this is what they share. */
const step = {
  method: 'POST',
  access: ['invites:write'],
  params,
  responses: () => ({ 200: invite() }),
  secrets: ['invite_url'],
  settles: 'invites',
} as const

export const invites = {
  list: route({
    method: 'GET',
    ...withAlias(''),
    summary: 'List invites',
    description: 'Newest first. Filters add up: a row must match all of them.',
    access: ['invites:read'],
    query: () =>
      z.strictObject({
        status: z.enum(inviteStatuses).optional(),
        candidate_email: alsoNamed(email().optional(), 'candidate', 'email'),
        skill: skillName().optional(),
        user_id: reference().optional(),
        external_id: text(255).optional(),
        created_after: instantInput().optional().describe('Created later than this instant.'),
        created_before: instantInput().optional().describe('Created earlier than this instant.'),
        ...page(),
      }),
    responses: () => ({ 200: list(invite()) }),
    errors: [],
    secrets: ['invite_url'],
    settles: 'invites',
    example: { query: { status: 'pending', limit: '10' } },
  }),
  create: route({
    method: 'POST',
    ...withAlias(''),
    summary: 'Send an invite',
    description:
      'Invites a candidate to an assessment of one skill. 201 with the new invite, or 200 with the open one when ' +
      '`if_exists` is `return`. `candidate` and `email` are other names of `candidate_email`.',
    access: ['invites:write'],
    body: inviteDraft,
    responses: () => ({ 200: invite(), 201: invite() }),
    location: '/v1/assess/invites/{id}',
    errors: ['SKILL_UNKNOWN', 'INVITE_EXPIRY_INVALID', 'INVITE_DUPLICATE', 'USER_NOT_FOUND', 'USER_ERASED'],
    secrets: ['invite_url'],
    settles: 'invites',
    example: {
      body: {
        candidate_email: 'kim@example.com',
        skill: 'react',
        expires_in: '7d',
        metadata: { job: 'web-12' },
      },
    },
  }),
  get: route({
    method: 'GET',
    ...withAlias('/{id}'),
    summary: 'Get an invite',
    access: ['invites:read'],
    params,
    responses: () => ({ 200: invite() }),
    errors: ['INVITE_NOT_FOUND'],
    secrets: ['invite_url'],
    settles: 'invites',
    example: { params: example },
  }),
  accept: route({
    ...step,
    ...withAlias('/{id}/accept'),
    summary: 'Accept an invite',
    description:
      'Links the user with the e-mail of the candidate, or creates one. Accepting again changes nothing.',
    errors: ['INVITE_NOT_FOUND', ...closedCodes, 'USER_ERASED'],
    example: { params: example },
  }),
  start: route({
    ...step,
    ...withAlias('/{id}/start'),
    summary: 'Start the assessment',
    description:
      'A pending invite is accepted first. From now on the time limit counts and `expires_at` no longer does.',
    errors: ['INVITE_NOT_FOUND', ...closedCodes, 'USER_ERASED'],
    example: { params: example },
  }),
  decline: route({
    ...step,
    ...withAlias('/{id}/decline'),
    summary: 'Decline an invite',
    body: () => z.strictObject({ reason: text(500).optional().describe('Shown as `closed_reason`.') }),
    errors: ['INVITE_NOT_FOUND', 'INVITE_NOT_OPEN', 'ASSESSMENT_IN_PROGRESS'],
    example: { params: example, body: { reason: 'No time this month' } },
  }),
  complete: route({
    ...step,
    ...withAlias('/{id}/complete'),
    summary: 'Complete the assessment with a score',
    description:
      'Records the result, adds it to the passport as evidence, and closes the invite. Sending the same score again ' +
      'changes nothing. After the time limit it is recorded as `timed_out`.',
    body: submission,
    errors: [
      'INVITE_NOT_FOUND',
      'INVITE_EXPIRED',
      'INVITE_CANCELLED',
      'INVITE_DECLINED',
      'ASSESSMENT_NOT_STARTED',
      'ASSESSMENT_ALREADY_SUBMITTED',
      'USER_ERASED',
    ],
    example: { params: example, body: { score: 86, max_score: 100 } },
  }),
  cancel: route({
    ...step,
    ...withAlias('/{id}/cancel'),
    summary: 'Cancel an invite',
    description: 'The link stops working. Cancelling again changes nothing.',
    body: () =>
      z.strictObject({
        reason: text(500).optional().describe('Shown as `closed_reason`.'),
        force: z
          .boolean()
          .default(false)
          .describe('Cancel even while the candidate is taking the assessment.'),
      }),
    errors: ['INVITE_NOT_FOUND', 'INVITE_NOT_OPEN', 'ASSESSMENT_IN_PROGRESS'],
    example: { params: example, body: { reason: 'Position filled' } },
  }),
  resend: route({
    ...step,
    ...withAlias('/{id}/resend'),
    summary: 'Resend an invite',
    description:
      'Mails the link again and grants the original time once more, counted from now; it never gets shorter.',
    errors: ['INVITE_NOT_FOUND', 'INVITE_NOT_OPEN', 'ASSESSMENT_IN_PROGRESS'],
    example: { params: example },
  }),
  extend: route({
    ...step,
    ...withAlias('/{id}/extend'),
    summary: 'Extend an invite',
    description:
      'Sets a later expiry, given as `expires_at` or `expires_in` (from now). It never gets shorter.',
    body: extension,
    errors: ['INVITE_NOT_FOUND', 'INVITE_NOT_OPEN', 'INVITE_EXPIRY_INVALID', 'ASSESSMENT_IN_PROGRESS'],
    example: { params: example, body: { expires_in: '7d' } },
  }),
  result: route({
    method: 'GET',
    ...withAlias('/{id}/result'),
    summary: 'Get the result of an invite',
    description: 'Only a result that has its score is ever shown; until then 409 `RESULT_NOT_READY`.',
    access: ['invites:read'],
    params,
    responses: () => ({ 200: result() }),
    errors: ['INVITE_NOT_FOUND', 'RESULT_NOT_FOUND', 'RESULT_NOT_READY', 'RESULT_VOIDED'],
    settles: 'invites',
    example: { params: example },
  }),
}
