import { z } from 'zod'
import { day, id, instant, keyTier, mode, whole } from './formats.ts'
import { once } from './lazy.ts'
import { atoms } from './scopes.ts'

export const rateLimit = once(() => ({
  per_minute: whole(1, 1_000_000).describe('Requests within any 60 seconds.'),
  burst: whole(1, 1_000_000).describe('Requests at once, before the steady rate holds.'),
}))

const previous = once(() =>
  z.strictObject({
    last4: z.string(),
    expires_at: instant().describe('When the old secret stops working.'),
    last_used_at: instant().nullable().describe('Last use of the old secret: null says it is safe to end.'),
  }),
)

const shape = once(() => ({
  id: id('key'),
  object: z.literal('api_key'),
  name: z.string(),
  tier: keyTier(),
  prefix: z.string().describe('First 12 characters of the secret.'),
  last4: z.string().describe('Last 4 characters of the secret.'),
  scopes: z.array(z.string()).describe('As they were given.'),
  permissions: z.array(z.enum(atoms)).describe('What the scopes come to, sorted.'),
  rate_limit: z.strictObject(rateLimit()),
  daily_quota: z.int().nullable().describe('Requests per UTC day; null: no limit.'),
  status: z.enum(['active', 'revoked', 'expired']),
  mode: mode(),
  created_at: instant(),
  expires_at: instant().nullable(),
  last_used_at: instant().nullable(),
  revoked_at: instant().nullable(),
  previous: previous().nullable().describe('The outgoing secret while a rotation overlaps.'),
}))

export const apiKey = once(() => z.strictObject(shape()).meta({ id: 'ApiKey', title: 'API key' }))

export const apiKeyWithSecret = once(() =>
  z
    .strictObject({
      ...shape(),
      secret: z.string().nullable().describe('The key itself, shown in this answer only: store it now.'),
      secret_unavailable: z
        .boolean()
        .optional()
        .describe('True when a replayed answer can no longer show its secret; `secret` is null then.'),
    })
    .meta({ id: 'ApiKeyWithSecret', title: 'API key with its secret' }),
)

/** What requests with a key count up. */
export const counts = once(() => ({
  requests: z.int(),
  errors: z.int().describe('Requests answered with a status of 400 or above.'),
  invites_sent: z.int(),
  verifications_made: z.int().describe('Passports, skills and batch items read successfully.'),
}))

export const keyUsage = once(() =>
  z
    .strictObject({
      object: z.literal('usage'),
      key_id: id('key'),
      from: day(),
      to: day(),
      ...counts(),
      by_day: z
        .array(z.strictObject({ day: day(), ...counts() }))
        .describe('Days with requests, oldest first.'),
    })
    .meta({ id: 'KeyUsage', title: 'Usage of a key' }),
)
