import { z } from 'zod'
import { day, instantInput, keyTier, list, page, reference, text, whole } from './formats.ts'
import { apiKey, apiKeyWithSecret, keyUsage, rateLimit } from './key.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

const params = once(() => z.strictObject({ id: reference().describe('Id of the key.') }))
const scopes = once(() =>
  z
    .array(text(64))
    .min(1)
    .max(64)
    .describe('`read`, `assess`, `verify`, `admin` or single scopes such as `invites:write`.'),
)
const expiresAt = once(() =>
  instantInput().nullable().optional().describe('When the key stops working; null: never.'),
)
const dailyQuota = once(() =>
  whole(1, 1_000_000_000).nullable().optional().describe('Requests per UTC day; null: no limit.'),
)
const limits = once(() =>
  z
    .strictObject({ per_minute: rateLimit().per_minute.optional(), burst: rateLimit().burst.optional() })
    .optional()
    .describe('Overrides the limits of the tier.'),
)
const tierText =
  '`free` 60 requests a minute, burst 20; `standard` 1,000, burst 100; `scale` 10,000, burst 1,000.'

export const keys = {
  list: route({
    method: 'GET',
    path: '/v1/keys',
    summary: 'List API keys',
    description: 'Newest first, revoked and expired ones included. Secrets are never shown.',
    access: ['keys:read'],
    query: () => z.strictObject(page()),
    responses: () => ({ 200: list(apiKey()) }),
    errors: [],
    settles: 'usage',
    example: { query: { limit: '10' } },
  }),
  create: route({
    method: 'POST',
    path: '/v1/keys',
    summary: 'Create an API key',
    description:
      'The answer holds the secret, once. A key can be given only scopes that the calling key holds.',
    access: ['keys:write'],
    body: () =>
      z.strictObject({
        name: text(100).describe('What the key is for.'),
        scopes: scopes(),
        tier: keyTier().default('standard').describe(tierText),
        rate_limit: limits(),
        daily_quota: dailyQuota(),
        expires_at: expiresAt(),
      }),
    responses: () => ({ 201: apiKeyWithSecret() }),
    location: '/v1/keys/{id}',
    errors: ['SCOPE_UNKNOWN', 'SCOPE_ESCALATION'],
    secrets: ['secret'],
    audited: ['scopes', 'tier', 'rate_limit', 'daily_quota', 'expires_at'],
    example: { body: { name: 'CI', scopes: ['assess', 'verify'], tier: 'standard' } },
  }),
  get: route({
    method: 'GET',
    path: '/v1/keys/{id}',
    summary: 'Get an API key',
    access: ['keys:read'],
    params,
    responses: () => ({ 200: apiKey() }),
    errors: ['KEY_NOT_FOUND'],
    settles: 'usage',
    example: { params: { id: 'key_01j0000000000000000000000a' } },
  }),
  update: route({
    method: 'PATCH',
    path: '/v1/keys/{id}',
    summary: 'Update an API key',
    description:
      'Changes only the fields that are sent. A new `tier` brings its limits unless `rate_limit` is sent too.',
    access: ['keys:write'],
    params,
    body: () =>
      z.strictObject({
        name: text(100).optional(),
        scopes: scopes().optional(),
        tier: keyTier().optional().describe(tierText),
        rate_limit: limits(),
        daily_quota: dailyQuota(),
        expires_at: expiresAt(),
      }),
    responses: () => ({ 200: apiKey() }),
    errors: ['KEY_NOT_FOUND', 'KEY_REVOKED', 'KEY_LAST_ADMIN', 'SCOPE_UNKNOWN', 'SCOPE_ESCALATION'],
    audited: ['scopes', 'tier', 'rate_limit', 'daily_quota', 'expires_at'],
    example: { params: { id: 'key_01j0000000000000000000000a' }, body: { name: 'CI, nightly' } },
  }),
  rotate: route({
    method: 'POST',
    path: '/v1/keys/{id}/rotate',
    summary: 'Rotate the secret of an API key',
    description:
      'Makes a new secret for the same key, shown once. The old one keeps working for `overlap_seconds`, ' +
      'so that clients can be changed over one by one. Usage and limits stay with the key.',
    access: ['keys:write'],
    params,
    body: () =>
      z.strictObject({
        overlap_seconds: whole(0, 2_592_000)
          .default(86_400)
          .describe(
            'How long the old secret still works, 0 to 2,592,000 seconds (30 days). Default: one day.',
          ),
        force: z
          .boolean()
          .default(false)
          .describe('Rotate although two secrets work: the older one ends now.'),
      }),
    responses: () => ({ 200: apiKeyWithSecret() }),
    errors: ['KEY_NOT_FOUND', 'KEY_REVOKED', 'KEY_ROTATION_IN_PROGRESS', 'SCOPE_ESCALATION'],
    secrets: ['secret'],
    audited: ['overlap_seconds', 'force'],
    example: { params: { id: 'key_01j0000000000000000000000a' }, body: { overlap_seconds: 3600 } },
  }),
  revoke: route({
    method: 'POST',
    path: '/v1/keys/{id}/revoke',
    summary: 'Revoke an API key',
    description: 'The key stops working at once and for ever.',
    access: ['keys:write'],
    params,
    responses: () => ({ 200: apiKey() }),
    errors: ['KEY_NOT_FOUND', 'KEY_REVOKED', 'KEY_LAST_ADMIN', 'SCOPE_ESCALATION'],
    audited: [],
    example: { params: { id: 'key_01j0000000000000000000000a' } },
  }),
  usage: route({
    method: 'GET',
    path: '/v1/keys/{id}/usage',
    summary: 'Get the usage of an API key',
    description: 'Totals and days of one key. Without a range: the last 30 days.',
    access: ['keys:read'],
    params,
    query: () =>
      z.strictObject({
        from: day().optional().describe('First day, UTC. Default: 29 days before `to`.'),
        to: day().optional().describe('Last day, UTC. Default: today.'),
      }),
    responses: () => ({ 200: keyUsage() }),
    errors: ['KEY_NOT_FOUND'],
    settles: 'usage',
    example: { params: { id: 'key_01j0000000000000000000000a' } },
  }),
}
