import { z } from 'zod'
import { evidenceProblems } from '../contract/evidence-rules.ts'
import { evidence } from '../contract/evidence.ts'
import { alongside, given, text } from '../contract/formats.ts'
import { invites } from '../contract/invites.ts'
import { once } from '../contract/lazy.ts'
import { skills } from '../contract/skills.ts'
import { users, userStatuses } from '../contract/users.ts'
import { anyMoment, daysAgo, pastMoment } from './moment.ts'
import type { Placed } from './origin.ts'

/**
 * What a seed file may say: the fields of the operations it stands for, with ages in the place of dates.
 * Every rule of a field is the operation's own.
 */

/** What later happened to an entry. A reason alone means the day after the entry was recorded. */
const consequence = once(() =>
  z
    .union([text(500), z.strictObject({ reason: text(500), days_ago: daysAgo() })], {
      error: given('must be a reason, or {"reason": "…", "days_ago": n}'),
    })
    .optional(),
)

const entry = once(() => {
  const { occurred_on: _occurredOn, ...fields } = evidence.create.body.shape
  return z
    .strictObject({ ...fields, days_ago: daysAgo(), dispute: consequence(), revoke: consequence() })
    .superRefine(evidenceProblems, alongside)
})

const user = once(() => {
  const { id, ...fields } = users.create.body.shape
  return z
    .strictObject({
      id: id.unwrap(),
      ...fields,
      status: z.enum(userStatuses).default('active'),
      purpose: text(500).optional(),
      created: pastMoment().optional(),
      evidence: z.array(entry()).default([]),
    })
    .refine((one) => one.purpose === undefined || one.metadata?.['persona'] === undefined, {
      path: ['purpose'],
      error: 'cannot stand beside metadata.persona: the purpose is kept there',
    })
})

function step<const N extends string, S extends z.ZodRawShape>(name: N, fields: S) {
  return z.strictObject({ step: z.literal(name), at: pastMoment(), ...fields })
}

const steps = once(() =>
  z.discriminatedUnion('step', [
    step('accept', {}),
    step('start', {}),
    step('complete', invites.complete.body.shape).refine((one) => !(one.score > one.max_score), {
      path: ['score'],
      error: 'must be at most max_score',
      ...alongside,
    }),
    step('decline', invites.decline.body.shape),
    step('cancel', invites.cancel.body.shape),
    step('resend', {}),
    step('extend', { expires: anyMoment() }),
  ]),
)

const invite = once(() => {
  const { expires_at: _expiresAt, if_exists: _ifExists, ...fields } = invites.create.body.shape
  return z
    .strictObject({
      ...fields,
      created: pastMoment(),
      expires: anyMoment().optional(),
      steps: z.array(steps()).default([]),
    })
    .refine((one) => one.expires === undefined || one.expires_in === undefined, {
      path: ['expires'],
      error: 'cannot stand beside expires_in: give one of the two',
      ...alongside,
    })
})

/** One seed file. Without `skills` the catalogue of the package is used. */
export const seedFile = once(() =>
  z.strictObject({
    skills: z.array(skills.create.body).optional(),
    users: z.array(user()).optional(),
    invites: z.array(invite()).optional(),
  }),
)

type Output<F extends () => z.ZodType> = z.output<ReturnType<F>>

export type SkillSeed = z.output<typeof skills.create.body>
export type UserSeed = Output<typeof user>
export type EvidenceSeed = Output<typeof entry>
export type InviteSeed = Output<typeof invite>
export type InviteStep = Output<typeof steps>

/** What a sandbox begins with, checked: every name in it leads somewhere. */
export interface Seed {
  readonly skills: readonly Placed<SkillSeed>[]
  readonly users: readonly Placed<UserSeed>[]
  readonly invites: readonly Placed<InviteSeed>[]
}
