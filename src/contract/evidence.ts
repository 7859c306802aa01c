import { z } from 'zod'
import {
  alongside,
  day,
  id,
  instant,
  list,
  number,
  page,
  reference,
  skillName,
  text,
  tier,
  tierInput,
  webUrl,
} from './formats.ts'
import { evidenceProblems } from './evidence-rules.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

export const evidenceTypes = ['session', 'assessment', 'endorsement'] as const
export const evidenceStatuses = ['valid', 'disputed', 'revoked'] as const

export const evidenceEntry = once(() =>
  z
    .strictObject({
      id: id('evd'),
      object: z.literal('evidence'),
      user_id: z.string(),
      skill: z.string(),
      type: z.enum(evidenceTypes),
      status: z.enum(evidenceStatuses),
      occurred_on: day(),
      recorded_at: instant(),
      quality: z.number().describe('0 to 1, two decimals: how good it was.'),
      counted: z.boolean().describe('Whether it adds to the score on the day asked for.'),
      weight: z.number().describe('0 to 1: what age has left of it on that day; 0 when it does not count.'),
      rating: z.number().nullable().describe('Session: 0 to 5, null when unrated.'),
      partner_id: z.string().nullable().describe('Session: with whom.'),
      score: z.number().nullable().describe('Assessment: points reached.'),
      max_score: z.number().nullable().describe('Assessment: points possible.'),
      endorser_id: z.string().nullable().describe('Endorsement: the user who gave it.'),
      endorser_tier: tier().nullable().describe('Endorsement: the tier of the endorser when it was given.'),
      endorser_name: z.string().nullable(),
      source: z.string().nullable(),
      actor: z.string().describe('Who recorded it: the id of a key, or `system`.'),
      summary: z.string().nullable(),
      url: z.string().nullable(),
      status_reason: z.string().nullable(),
      prev_hash: z
        .string()
        .describe('`hash` of the entry before it in the chain of the user; 64 zeros for the first.'),
      hash: z.string().describe('SHA-256, hex, of `prev_hash` and the immutable fields.'),
    })
    .meta({ id: 'Evidence', title: 'Evidence entry' }),
)

const ofUser = once(() => z.strictObject({ id: reference().describe('Id of the user.') }))
const ofEntry = once(() => z.strictObject({ id: reference().describe('Id of the evidence entry.') }))
const example = { id: 'evd_01j0000000000000000000000a' }
const closing = ['EVIDENCE_NOT_FOUND', 'EVIDENCE_ALREADY_CLOSED', 'USER_ERASED'] as const

const draft = once(() =>
  z
    .strictObject({
      type: z.enum(evidenceTypes).describe('Says which of the fields below apply.'),
      skill: skillName(),
      occurred_on: day().optional().describe('When it happened, UTC; never in the future. Default: today.'),
      summary: text(1000).optional(),
      url: webUrl().optional().describe('Where to read more.'),
      source: text(100).optional().describe('The system it comes from.'),
      rating: number(0, 5).nullable().optional().describe('Session: 0 to 5. Unrated counts as 4.'),
      partner_id: reference()
        .optional()
        .describe('Session: with whom. Several on one day with one partner count once.'),
      score: number(0, 1_000_000)
        .optional()
        .describe('Assessment, required: points reached, at most `max_score`.'),
      max_score: number(0.01, 1_000_000).optional().describe('Assessment: points possible. Default: 100.'),
      endorser_id: reference()
        .optional()
        .describe('Endorsement: the user who gives it; the tier is computed and frozen now.'),
      endorser_tier: tierInput()
        .optional()
        .describe('Endorsement, imported: the tier the endorser had, `T0` to `T5`.'),
      endorser_name: text(200).optional().describe('Endorsement, imported: the name of the endorser.'),
    })
    .superRefine(evidenceProblems, alongside),
)

export const evidence = {
  list: route({
    method: 'GET',
    path: '/v1/users/{id}/evidence',
    summary: 'List the evidence of a user',
    description: 'Newest first. The hashes link all entries of the user, oldest to newest.',
    access: ['evidence:read'],
    params: ofUser,
    query: () =>
      z.strictObject({
        skill: skillName().optional(),
        type: z.enum(evidenceTypes).optional(),
        status: z.enum(evidenceStatuses).optional(),
        ...page(),
      }),
    responses: () => ({ 200: list(evidenceEntry()) }),
    errors: ['USER_NOT_FOUND', 'USER_ERASED'],
    example: { params: { id: 'usr_01j0000000000000000000000a' }, query: { skill: 'react' } },
  }),
  create: route({
    method: 'POST',
    path: '/v1/users/{id}/evidence',
    summary: 'Add evidence for a user',
    description: 'The passport changes at once. Entries are never edited: dispute or revoke a wrong one.',
    access: ['evidence:write'],
    params: ofUser,
    body: draft,
    responses: () => ({ 201: evidenceEntry() }),
    location: '/v1/evidence/{id}',
    errors: ['USER_NOT_FOUND', 'USER_ERASED', 'SKILL_UNKNOWN', 'EVIDENCE_INVALID'],
    example: {
      params: { id: 'usr_01j0000000000000000000000a' },
      body: {
        type: 'session',
        skill: 'react',
        rating: 4.5,
        partner_id: 'mentor-7',
        summary: 'Pair programming',
      },
    },
  }),
  get: route({
    method: 'GET',
    path: '/v1/evidence/{id}',
    summary: 'Get an evidence entry',
    access: ['evidence:read'],
    params: ofEntry,
    responses: () => ({ 200: evidenceEntry() }),
    errors: ['EVIDENCE_NOT_FOUND', 'USER_ERASED'],
    example: { params: example },
  }),
  dispute: route({
    method: 'POST',
    path: '/v1/evidence/{id}/dispute',
    summary: 'Dispute an evidence entry',
    description: 'It stops counting, and the skill is not verified, until the dispute is resolved.',
    access: ['evidence:write'],
    params: ofEntry,
    body: () => z.strictObject({ reason: text(500).optional() }),
    responses: () => ({ 200: evidenceEntry() }),
    errors: closing,
    example: { params: example, body: { reason: 'Wrong person' } },
  }),
  resolve: route({
    method: 'POST',
    path: '/v1/evidence/{id}/resolve',
    summary: 'Resolve a dispute',
    access: ['evidence:write'],
    params: ofEntry,
    body: () =>
      z.strictObject({
        outcome: z
          .enum(['upheld', 'revoked'])
          .describe('`upheld`: the evidence counts again. `revoked`: it never will.'),
      }),
    responses: () => ({ 200: evidenceEntry() }),
    errors: closing,
    example: { params: example, body: { outcome: 'upheld' } },
  }),
  revoke: route({
    method: 'POST',
    path: '/v1/evidence/{id}/revoke',
    summary: 'Revoke an evidence entry',
    description: 'It never counts again. Revoking an assessment voids its result.',
    access: ['evidence:write'],
    params: ofEntry,
    body: () => z.strictObject({ reason: text(500).describe('Kept with the entry.') }),
    responses: () => ({ 200: evidenceEntry() }),
    errors: closing,
    example: { params: example, body: { reason: 'Recorded twice' } },
  }),
}
