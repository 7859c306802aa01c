import { get, post, refusal, request, steps, transient } from './entry.ts'

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Well formed and never issued; in parts, so that scanners for leaked keys stay quiet. */
const liveKey = ['sk', 'live', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O503wscZ'].join('_')

/** Who asks, and what they may. */
export const authErrors = {
  AUTH_MISSING: refusal({
    status: 401,
    title: 'No API key was sent',
    cause: 'The request has no `Authorization` header, and this route is not public.',
    resolution: 'Send `Authorization: Bearer <key>`. `skillpass dev` prints the key of your sandbox.',
    example: request('GET', '/v1/me', { headers: { authorization: '' } }),
  }),
  AUTH_SCHEME_UNSUPPORTED: refusal({
    status: 401,
    title: 'The authorization scheme is not Bearer',
    cause: 'The `Authorization` header uses another scheme, such as Basic.',
    resolution: 'Send the key as `Authorization: Bearer <key>`.',
    example: request('GET', '/v1/me', { headers: { authorization: 'Basic c2tfdGVzdDo=' } }),
  }),
  AUTH_KEY_MALFORMED: refusal({
    status: 401,
    title: 'The API key is not well formed',
    cause:
      'The key is not `sk_test_` or `sk_live_` and 36 letters and digits, or its checksum is wrong: it was cut or mistyped.',
    resolution: 'Copy the whole key again. It was shown when the key was created or rotated.',
    example: request('GET', '/v1/me', { headers: bearer('sk_test_123') }),
  }),
  AUTH_KEY_INVALID: refusal({
    status: 401,
    title: 'The API key is unknown',
    cause:
      'The key is well formed, and this server has never issued it: it belongs to another server or another data folder.',
    resolution: 'Use a key of this server. `skillpass whoami` shows which server and key are in use.',
    example: request('GET', '/v1/me', { headers: bearer('sk_test_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O54Hm4lI') }),
  }),
  AUTH_KEY_EXPIRED: refusal({
    status: 401,
    title: 'The API key has expired',
    cause: 'The `expires_at` of the key has passed.',
    resolution: 'Use another key, or have someone with `keys:write` set a later `expires_at`.',
    example: steps(
      post('/v1/keys', { name: 'short-lived', scopes: ['read'], expires_at: '2049-12-31T00:00:00.000Z' }),
      post('/v1/sandbox/clock', { set: '2050-01-01T00:00:00.000Z' }),
      get('/v1/me', bearer('{1.secret}')),
    ),
  }),
  AUTH_KEY_REVOKED: refusal({
    status: 401,
    title: 'The API key was revoked',
    cause: 'Someone revoked the key. Revoking is final.',
    resolution: 'Create a new key and use it instead.',
    example: steps(
      post('/v1/keys', { name: 'retired', scopes: ['read'] }),
      post('/v1/keys/{1.id}/revoke'),
      get('/v1/me', bearer('{1.secret}')),
    ),
  }),
  AUTH_KEY_ROTATED: refusal({
    status: 401,
    title: 'The secret was replaced by a rotation',
    cause: 'The key was rotated, and the overlap during which the old secret worked has ended.',
    resolution: 'Use the secret that the rotation answered with.',
    example: steps(
      post('/v1/keys', { name: 'rotated', scopes: ['read'] }),
      post('/v1/keys/{1.id}/rotate', { overlap_seconds: 0 }),
      get('/v1/me', bearer('{1.secret}')),
    ),
  }),
  AUTH_KEY_WRONG_MODE: refusal({
    status: 401,
    title: 'The API key is for the other mode',
    cause: 'A live key (`sk_live_`) was sent to a sandbox, or a sandbox key (`sk_test_`) to a live server.',
    resolution: 'Use a key of the mode this server runs in, or address the other server.',
    example: request('GET', '/v1/me', { headers: bearer(liveKey) }),
  }),
  AUTH_TOO_MANY_FAILURES: transient({
    status: 429,
    title: 'Too many failed authentications',
    cause: 'More than 60 requests with a wrong key came from this address within a minute. Live mode only.',
    resolution: 'Stop sending the wrong key, correct it, and wait for the time in `Retry-After`.',
    retry: 'Wait for the seconds in `Retry-After`, then retry with a correct key.',
    example: {
      given: 'A live server, and 60 failed authentications from this address within the last minute.',
      ...request('GET', '/v1/me', { headers: bearer('sk_live_123') }),
    },
  }),
  RATE_LIMITED: transient({
    status: 429,
    title: 'The rate limit of the key is used up',
    cause:
      'The key sent more requests than its burst or its requests per minute allow. `RateLimit` shows what is left of both.',
    resolution:
      'Slow down. Spread requests out, verify many users in one `POST /v1/verify/batch`, or raise the limit of the key.',
    retry:
      'Wait for the seconds in `Retry-After`. Denied requests consume nothing. The SDKs and the CLI do this by themselves.',
    example: steps(
      post('/v1/keys', { name: 'slow', scopes: ['read'], rate_limit: { per_minute: 1, burst: 1 } }),
      get('/v1/me', bearer('{1.secret}')),
      get('/v1/me', bearer('{1.secret}')),
    ),
  }),
  QUOTA_EXCEEDED: refusal({
    status: 429,
    title: 'The daily quota of the key is used up',
    cause: 'The key has made as many requests today (UTC) as its `daily_quota` allows.',
    resolution: 'Wait for midnight UTC, or have someone with `keys:write` raise `daily_quota`.',
    retry: 'Do not retry automatically. `Retry-After` counts the seconds to midnight UTC.',
    example: steps(
      post('/v1/keys', { name: 'small', scopes: ['read'], daily_quota: 1 }),
      get('/v1/me', bearer('{1.secret}')),
      get('/v1/me', bearer('{1.secret}')),
    ),
  }),
  SCOPE_INSUFFICIENT: refusal({
    status: 403,
    title: 'The key lacks a scope',
    cause: 'The route needs a scope that the key does not hold. `details.required` names it.',
    resolution: 'Add one of the scopes in `details.required` to the key, or use a key that holds it.',
    example: steps(
      post('/v1/keys', { name: 'reader', scopes: ['read'] }),
      post('/v1/users', { display_name: 'Kim Doe' }, bearer('{1.secret}')),
    ),
  }),
  SCOPE_ESCALATION: refusal({
    status: 403,
    title: 'The key would give away more than it holds',
    cause: 'A key tried to create, change, rotate or revoke a key with scopes that it does not hold itself.',
    resolution: 'Ask for scopes that the calling key holds, or call with a key that holds them.',
    example: steps(
      post('/v1/keys', { name: 'minter', scopes: ['keys:write'] }),
      post('/v1/keys', { name: 'too much', scopes: ['admin'] }, bearer('{1.secret}')),
    ),
  }),
  ORIGIN_FORBIDDEN: refusal({
    status: 403,
    title: 'The request comes from a foreign web page',
    cause: 'A request that changes state has an `Origin` that this server does not allow.',
    resolution: 'Call from a server or the CLI, or start with `--cors-origin` and the address of your page.',
    example: request('POST', '/v1/users', {
      headers: { origin: 'https://elsewhere.example' },
      body: { display_name: 'Kim Doe' },
    }),
  }),
  HOST_FORBIDDEN: refusal({
    status: 403,
    title: 'The Host header is not one of this server',
    cause: 'The `Host` is not localhost, 127.0.0.1, [::1] or a configured name. This refuses DNS rebinding.',
    resolution: 'Use one of those names, or start with `--base-url` and the name this server is known by.',
    example: request('GET', '/healthz', { headers: { host: 'elsewhere.example' } }),
  }),
} as const
