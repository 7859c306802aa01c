import { get, post, refusal, request, steps, transient } from './entry.ts'

/** Keys as records, the sandbox, and failures of the service itself. */
export const serviceErrors = {
  SCOPE_UNKNOWN: refusal({
    status: 422,
    title: 'A scope does not exist',
    cause: '`scopes` has an entry that is no scope of this API. The message names the nearest one.',
    resolution: 'Use `read`, `assess`, `verify`, `admin`, or single scopes such as `invites:write`.',
    example: request('POST', '/v1/keys', { body: { name: 'ci', scopes: ['invite:write'] } }),
  }),
  KEY_REVOKED: refusal({
    status: 409,
    title: 'The key is revoked',
    cause: 'A revoked key cannot be changed, rotated or revoked again.',
    resolution: 'Create a new key.',
    example: steps(
      post('/v1/keys', { name: 'retired', scopes: ['read'] }),
      post('/v1/keys/{1.id}/revoke'),
      post('/v1/keys/{1.id}/revoke'),
    ),
  }),
  KEY_ROTATION_IN_PROGRESS: refusal({
    status: 409,
    title: 'The key is being rotated already',
    cause:
      'Two secrets of this key work at present. A third would end the older one before its overlap does.',
    resolution: 'Wait until `previous.expires_at`, or send `force: true` to end the older secret at once.',
    retry: 'Retry after `previous.expires_at`, or at once with `force: true`.',
    example: steps(
      post('/v1/keys', { name: 'rotated', scopes: ['read'] }),
      post('/v1/keys/{1.id}/rotate'),
      post('/v1/keys/{1.id}/rotate'),
    ),
  }),
  KEY_LAST_ADMIN: refusal({
    status: 409,
    title: 'This is the last admin key',
    cause:
      'Without this key nobody could manage keys any more, so it cannot be revoked, expire or lose the scope `admin`.',
    resolution: 'Create another key with the scope `admin` first.',
    example: {
      given: 'The calling key is the only admin key.',
      ...steps(get('/v1/me'), post('/v1/keys/{1.key.id}/revoke')),
    },
  }),
  CLOCK_BACKWARD: refusal({
    status: 422,
    title: 'The sandbox clock does not go back',
    cause: 'The instant given lies before the present time of the sandbox.',
    resolution:
      'Choose a later instant, or start over with `POST /v1/sandbox/reset`, which resets the clock too.',
    example: request('POST', '/v1/sandbox/clock', { body: { set: '2001-01-01T00:00:00.000Z' } }),
  }),
  INTERNAL_ERROR: transient({
    status: 500,
    title: 'The service failed',
    cause: 'An error on our side. Everything the request had begun was rolled back.',
    resolution: 'Retry. If it stays, report it with the `request_id`.',
    retry: 'Retry with the same `Idempotency-Key` after 1, 2, 4 … seconds. Nothing was changed.',
    example: {
      given: 'A fault of the service. `POST /v1/sandbox/faults` makes one on purpose.',
      ...steps(post('/v1/sandbox/faults', { path: '/v1/me', status: 500, times: 1 }), get('/v1/me')),
    },
  }),
  SERVICE_UNAVAILABLE: transient({
    status: 503,
    title: 'The service is starting or stopping',
    cause: 'The server is still loading its data, or it finishes open requests before it stops.',
    resolution: 'Wait until `GET /readyz` answers 200.',
    retry: 'Retry after the seconds in `Retry-After`.',
    example: { given: 'The server is shutting down.', ...request('GET', '/readyz') },
  }),
  STORAGE_UNAVAILABLE: transient({
    status: 503,
    title: 'The data could not be written',
    cause: 'The disk is full, read-only or gone. The request had no effect; reads go on.',
    resolution: 'Free space or make the data folder writable. Writes resume by themselves.',
    retry: 'Retry with the same `Idempotency-Key` after the seconds in `Retry-After`.',
    example: {
      given: 'The disk that holds the data folder is full.',
      ...request('POST', '/v1/users', { body: { display_name: 'Kim Doe' } }),
    },
  }),
} as const
