import { z } from 'zod'
import { evidenceEntry } from './evidence.ts'
import { day, id, instant, tier, tierLabel } from './formats.ts'
import { once } from './lazy.ts'

/** What verifying answers with: everything is computed from the evidence on one day. */

const counts = once(() =>
  z
    .strictObject({ sessions: z.int(), assessments: z.int(), endorsements: z.int() })
    .meta({ id: 'EvidenceCounts', title: 'Pieces of evidence by type' }),
)

const score = once(() => ({
  tier: tier(),
  tierLabel: tierLabel(),
  sci: z.int().describe('Skill confidence index, 0 to 100.'),
  sciPoints: z.int().describe('The same, finer: 0 to 1000.'),
  confidence: z.number().describe('0 to 1, two decimals: how much evidence stands behind the score.'),
}))

const tierUntil = once(() =>
  day().nullable().describe('Last day of this tier if nothing is added; null: it stays.'),
)
const verifiedUntil = once(() =>
  day().nullable().describe('Last verified day if nothing is added; null: it stays, or is not verified.'),
)
const lastEvidence = once(() =>
  day().optional().describe('Day of the newest evidence; absent when there is none.'),
)
const model = once(() => z.literal('sci-1').describe('The scoring model.'))
const asOf = once(() => day().describe('The day that the answer is about, UTC.'))

const passportSkill = once(() =>
  z
    .strictObject({
      key: z.string(),
      name: z.string(),
      ...score(),
      verified: z.boolean(),
      sessionsCount: z.int(),
      lastEvidence: lastEvidence(),
      evidence: counts(),
      tierUntil: tierUntil(),
      verifiedUntil: verifiedUntil(),
    })
    .meta({ id: 'PassportSkill', title: 'Skill in a passport' }),
)

export const passport = once(() =>
  z
    .strictObject({
      uid: z.string(),
      user_id: z.string().describe('The same as `uid`.'),
      displayName: z.string(),
      verified: z.boolean().describe('True when the user is active and at least one skill is verified.'),
      status: z.enum(['active', 'suspended']),
      skills: z.array(passportSkill()).describe('Strongest first.'),
      sci_scores: z.record(z.string(), z.int()).describe('SCI by skill key.'),
      model: model(),
      asOf: asOf(),
      updatedAt: instant().describe('Last change of the profile or of the evidence.'),
    })
    .meta({ id: 'Passport', title: 'Skill passport' }),
)

export const unmetReasons = [
  'tier_below_T2',
  'low_confidence',
  'no_recent_passed_assessment',
  'open_dispute',
  'user_suspended',
] as const

const standing = once(() => ({
  uid: z.string(),
  user_id: z.string().describe('The same as `uid`.'),
  skill: z.string(),
  ...score(),
  evidence: z
    .union([counts(), z.array(evidenceEntry())])
    .describe('Counts by type, or with `evidence=chain` the entries, newest first.'),
  evidenceCount: z.int(),
  lastEvidence: lastEvidence(),
  lastAssessment: day().nullable(),
  verified: z.boolean(),
  unmet: z.array(z.enum(unmetReasons)).describe('Why it is not verified; empty when it is.'),
  tierUntil: tierUntil(),
  verifiedUntil: verifiedUntil(),
  model: model(),
  asOf: asOf(),
}))

export const skillStanding = once(() =>
  z.strictObject(standing()).meta({ id: 'SkillVerification', title: 'Skill of a user' }),
)

const contribution = once(() =>
  z.strictObject({
    evidence_id: id('evd'),
    points: z.int().describe('Its share of `sciPoints`; all shares add up to it exactly.'),
    weight: z.number().describe('0 to 1: what age has left of it; 0 when it does not count.'),
  }),
)

export const explanation = once(() =>
  z
    .strictObject({
      ...standing(),
      evidence: counts(),
      parts: z
        .strictObject({ assessment: z.int(), session: z.int(), endorsement: z.int() })
        .describe('Points by type of evidence; they add up to `sciPoints`.'),
      contributions: z.array(contribution()),
      summary: z.string().describe('The same in one plain sentence.'),
    })
    .meta({ id: 'SkillExplanation', title: 'Explanation of a skill' }),
)

const verdict = once(() =>
  z
    .strictObject({
      uid: z.string().describe('As it was asked for.'),
      user_id: z.string().describe('The same as `uid`.'),
      skill: z.string().nullable().describe('The skill asked for, or the strongest one of the user.'),
      verified: z.boolean(),
      tier: tier().nullable(),
      sci: z.int().nullable(),
      met: z.boolean().nullable().describe('Whether `min_tier` is reached; null without it.'),
      error: z
        .enum(['USER_NOT_FOUND', 'USER_ERASED'])
        .nullable()
        .describe('Why there is no answer for this user.'),
    })
    .meta({ id: 'BatchItem', title: 'Verdict on one user' }),
)

export const batch = once(() =>
  z
    .strictObject({
      object: z.literal('batch'),
      results: z.array(verdict()).describe('In the order asked for, duplicates kept.'),
      total: z.int(),
      verified: z.int().describe('Items that are verified.'),
      not_found: z.int().describe('Items with an error.'),
    })
    .meta({ id: 'Batch', title: 'Verdicts on many users' }),
)
