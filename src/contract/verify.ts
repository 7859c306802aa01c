import { z } from 'zod'
import { day, reference, skillName, text, tierInput } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'
import { batch, explanation, passport, skillStanding } from './verify-answers.ts'

const ofUser = once(() => z.strictObject({ userId: reference().describe('Id of the user.') }))
const ofSkill = once(() =>
  z.strictObject({
    userId: reference().describe('Id of the user.'),
    skillKey: reference().describe('Skill key or alias, in any case.'),
  }),
)
const asOfQuery = once(() =>
  day().optional().describe('The day to score for, up to ten years ahead. Default: today (UTC).'),
)

export const verify = {
  passport: route({
    method: 'GET',
    path: '/v1/verify/passport/{userId}',
    summary: 'Get a skill passport',
    description:
      'Every skill of a user with its tier, score and verification, computed from the evidence on the day asked for. ' +
      'A user without skills, or a suspended one, is a normal answer with `verified: false`.',
    access: ['passports:read'],
    params: ofUser,
    query: () => z.strictObject({ as_of: asOfQuery() }),
    responses: () => ({ 200: passport() }),
    errors: ['USER_NOT_FOUND', 'USER_ERASED'],
    example: { params: { userId: 'usr_alex' } },
  }),
  skill: route({
    method: 'GET',
    path: '/v1/verify/skill/{userId}/{skillKey}',
    summary: 'Verify one skill of a user',
    description: 'A skill that is not verified is a normal answer; `unmet` says why.',
    access: ['skills:verify', 'passports:read'],
    params: ofSkill,
    query: () =>
      z.strictObject({
        as_of: asOfQuery(),
        evidence: z
          .enum(['counts', 'chain'])
          .default('counts')
          .describe('`counts` by type, or the `chain` of entries with their hashes.'),
      }),
    responses: () => ({ 200: skillStanding() }),
    errors: ['USER_NOT_FOUND', 'USER_ERASED', 'SKILL_NOT_FOUND', 'SKILL_NOT_IN_PASSPORT'],
    example: { params: { userId: 'usr_alex', skillKey: 'react' } },
  }),
  explain: route({
    method: 'GET',
    path: '/v1/verify/skill/{userId}/{skillKey}/explain',
    summary: 'Explain the score of a skill',
    description: 'What every piece of evidence adds, to the point, and one sentence that says it in words.',
    access: ['skills:verify', 'passports:read'],
    params: ofSkill,
    query: () => z.strictObject({ as_of: asOfQuery() }),
    responses: () => ({ 200: explanation() }),
    errors: ['USER_NOT_FOUND', 'USER_ERASED', 'SKILL_NOT_FOUND', 'SKILL_NOT_IN_PASSPORT'],
    example: { params: { userId: 'usr_alex', skillKey: 'react' } },
  }),
  batch: route({
    method: 'POST',
    path: '/v1/verify/batch',
    summary: 'Verify many users at once',
    description:
      'Up to 100 users in one call. An unknown user is an item with an error, never a failed call.',
    access: ['skills:verify'],
    body: () =>
      z.strictObject({
        user_ids: z
          .array(text(1000, 0))
          .meta({ description: '1 to 100 user ids.', minItems: 1, maxItems: 100 }),
        skill: skillName()
          .optional()
          .describe('The skill to verify. Default: the strongest skill of each user.'),
        min_tier: tierInput()
          .optional()
          .describe('Answers `met` per user: a code (`T3`) or label (`proficient`).'),
        as_of: asOfQuery(),
      }),
    responses: () => ({ 200: batch() }),
    errors: ['BATCH_SIZE', 'SKILL_UNKNOWN'],
    example: { body: { user_ids: ['usr_alex', 'nobody'], skill: 'react', min_tier: 'T2' } },
  }),
}
