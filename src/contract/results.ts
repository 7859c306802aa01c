import { z } from 'zod'
import { id, instant, list, page, reference, skillName, tier } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

const section = once(() => z.strictObject({ name: z.string(), score: z.number(), max_score: z.number() }))

export const result = once(() =>
  z
    .strictObject({
      id: id('res'),
      object: z.literal('result'),
      invite_id: id('inv'),
      user_id: z.string(),
      skill: z.string(),
      status: z.enum(['scored', 'voided']).describe('`voided` when its evidence was revoked.'),
      completion: z.enum(['submitted', 'timed_out']),
      score: z.number(),
      max_score: z.number(),
      percent: z.number().describe('100 · score / max_score.'),
      passed: z.boolean(),
      pass_mark: z.number().describe('Percent needed to pass.'),
      sections: z.array(section()),
      time_taken_seconds: z.int(),
      started_at: instant(),
      submitted_at: instant(),
      scored_at: instant(),
      integrity: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('Proctoring facts, as they were handed in.'),
      evidence_id: id('evd').describe('The entry that the result added to the passport.'),
      sci_effect: z.strictObject({
        before: z.int().describe('SCI before the result, 0 to 100.'),
        after: z.int(),
        tier_before: tier(),
        tier_after: tier(),
      }),
    })
    .meta({ id: 'Result', title: 'Assessment result' }),
)

export const results = {
  list: route({
    method: 'GET',
    path: '/v1/assess/results',
    summary: 'List assessment results',
    description: 'Newest first. Every result has its score; assessments still under way are not listed.',
    access: ['invites:read'],
    query: () =>
      z.strictObject({
        user_id: reference().optional(),
        skill: skillName().optional(),
        invite_id: reference().optional(),
        passed: z.boolean().optional().describe('`true` or `false`.'),
        ...page(),
      }),
    responses: () => ({ 200: list(result()) }),
    errors: [],
    example: { query: { passed: 'true' } },
  }),
}
