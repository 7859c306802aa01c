import { z } from 'zod'
import {
  alongside,
  alsoNamed,
  duration,
  email,
  instantInput,
  metadata,
  number,
  reference,
  skillName,
  text,
  webUrl,
  whole,
} from './formats.ts'
import { once } from './lazy.ts'

/** What callers send to make an invite, to prolong it, and to close it with a score. */

const expiresAt = once(() =>
  instantInput().optional().describe('When the invite ends: 60 seconds to 90 days from now.'),
)
const expiresIn = once(() =>
  duration().optional().describe('How long the invite lives: seconds, or text such as `"7d"` or `"36h"`.'),
)

interface Expiry {
  readonly expires_at?: unknown
  readonly expires_in?: unknown
}

function notBoth({ expires_at, expires_in }: Expiry): boolean {
  return expires_at === undefined || expires_in === undefined
}

function oneOf({ expires_at, expires_in }: Expiry): boolean {
  return expires_at !== undefined || expires_in !== undefined
}

const conflict = {
  path: ['expires_in'],
  error: 'cannot stand beside expires_at: send one of the two',
  ...alongside,
}

/** A new invite. */
export const inviteDraft = once(() =>
  z
    .strictObject({
      candidate_email: alsoNamed(email(), 'candidate', 'email'),
      skill: skillName(),
      expires_at: expiresAt(),
      expires_in: expiresIn().describe(
        'How long the invite lives: seconds, or text such as `"7d"` or `"36h"`. Default, without `expires_at`: 7 days.',
      ),
      candidate_name: text(200).optional(),
      user_id: reference()
        .optional()
        .describe('The user this invite is for. Default: found or created by e-mail on acceptance.'),
      external_id: text(255).optional().describe('Your own id of this invite, to find it again.'),
      redirect_url: webUrl().optional().describe('Where the candidate goes after the assessment.'),
      time_limit_seconds: whole(60, 604_800)
        .optional()
        .describe('Time for the assessment once started, 60 to 604,800 seconds (7 days). Default: none.'),
      metadata: metadata().optional(),
      send_email: z.boolean().default(true).describe('Whether the service mails the link to the candidate.'),
      if_exists: z
        .enum(['create', 'return', 'error'])
        .default('create')
        .describe(
          'With an open invite for the same candidate and skill: `create` another, `return` it, or give an `error`.',
        ),
    })
    .refine(notBoth, conflict),
)

const section = once(() =>
  z.strictObject({
    name: text(200),
    score: number(0, 1_000_000),
    max_score: number(0.01, 1_000_000).default(100),
  }),
)

/** The score of an assessment. */
export const submission = once(() =>
  z
    .strictObject({
      score: number(0, 1_000_000).describe('Points reached, at most `max_score`.'),
      max_score: number(0.01, 1_000_000).default(100).describe('Points possible.'),
      sections: z.array(section()).max(100).optional().describe('The same by section, kept as sent.'),
      integrity: z
        .record(text(64), z.unknown())
        .optional()
        .describe('Proctoring facts of any form, kept as sent.'),
    })
    .refine(({ score, max_score }) => !(score > max_score), {
      path: ['score'],
      error: 'must be at most max_score',
      ...alongside,
    }),
)

/** A later expiry. */
export const extension = once(() =>
  z
    .strictObject({ expires_at: expiresAt(), expires_in: expiresIn() })
    .refine(notBoth, conflict)
    .refine(oneOf, { path: ['expires_at'], error: 'or expires_in is required', ...alongside }),
)
