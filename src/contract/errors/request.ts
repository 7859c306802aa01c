import { post, refusal, request, sent, steps, transient } from './entry.ts'

/** The form of a request: route, body, cursor, idempotency key. */
export const requestErrors = {
  ROUTE_NOT_FOUND: refusal({
    status: 404,
    title: 'No such route',
    cause: 'The path is not part of this API. `/v1/sandbox/…` exists on a sandbox only.',
    resolution: 'Check the path. `GET /v1/openapi.json` lists every route of this server.',
    example: request('GET', '/v1/nothing-here'),
  }),
  METHOD_NOT_ALLOWED: refusal({
    status: 405,
    title: 'The route does not have this method',
    cause: 'The path exists, the method does not. `Allow` lists the methods it has.',
    resolution: 'Use one of the methods in `Allow`.',
    example: request('DELETE', '/v1/users'),
  }),
  NOT_ACCEPTABLE: refusal({
    status: 406,
    title: 'The answer cannot have the form asked for',
    cause: 'The `Accept` header rules out the one media type this route answers with.',
    resolution: 'Send `Accept: application/json`, `Accept: */*`, or no `Accept` at all.',
    example: request('GET', '/v1/me', { headers: { accept: 'application/xml' } }),
  }),
  UNSUPPORTED_MEDIA_TYPE: refusal({
    status: 415,
    title: 'The body is not JSON',
    cause: 'The request has a body whose `Content-Type` is not `application/json`.',
    resolution: 'Send the body as JSON with `Content-Type: application/json`.',
    example: request('POST', '/v1/users', {
      headers: { 'content-type': 'text/plain' },
      body: 'display_name=Kim',
    }),
  }),
  PAYLOAD_TOO_LARGE: refusal({
    status: 413,
    title: 'The body is larger than 256 KiB',
    cause: 'The body of the request has more than 262,144 bytes.',
    resolution: 'Send less in one request.',
    example: {
      given: 'The body has 262,145 bytes or more.',
      ...request('POST', '/v1/users', { body: { display_name: 'xxxxxxxx…' } }),
    },
  }),
  REQUEST_TIMEOUT: transient({
    status: 408,
    title: 'The request did not arrive in time',
    cause: 'The connection was open, and the request was not complete within the time limit.',
    resolution: 'Check the network, and that `Content-Length` is the length of the body.',
    retry: 'Retry after a short pause. The request had no effect.',
    example: {
      given: 'The client announces 2 bytes in `Content-Length` and never sends the second one.',
      ...request('POST', '/v1/users', { headers: { 'content-length': '2' }, body: '{' }),
    },
  }),
  BODY_MALFORMED: refusal({
    status: 400,
    title: 'The body is not valid JSON',
    cause: 'The body could not be read as JSON in UTF-8. The message names the place.',
    resolution:
      'Correct the JSON. Common causes: single quotes, a trailing comma, a shell that ate the quotes.',
    example: request('POST', '/v1/users', { body: '{"display_name": "Kim",}' }),
  }),
  VALIDATION_FAILED: refusal({
    status: 422,
    title: 'Fields or parameters are not valid',
    cause:
      'At least one field or parameter is missing, unknown, or has a value that is not allowed. `details` lists every one of them.',
    resolution: 'Correct each entry of `details`: `pointer` is the place, `message` says what is allowed.',
    example: request('POST', '/v1/assess/invites', {
      body: { candidate_mail: 'kim@example.com', skill: 'react' },
    }),
  }),
  CURSOR_INVALID: refusal({
    status: 400,
    title: 'The cursor is not one of this server',
    cause: 'The cursor was changed, cut, or made by another server.',
    resolution: 'Pass `next_cursor` of the previous page unchanged, or start again without `cursor`.',
    example: request('GET', '/v1/users?cursor=made-up'),
  }),
  CURSOR_FILTER_MISMATCH: refusal({
    status: 400,
    title: 'The cursor belongs to other filters',
    cause: 'A cursor continues one list with its filters. This request has the cursor and other filters.',
    resolution: 'Repeat the filters of the first page with every cursor, or start again without `cursor`.',
    example: steps(
      sent,
      sent,
      { method: 'GET', path: '/v1/assess/invites?limit=1' },
      { method: 'GET', path: '/v1/assess/invites?status=pending&cursor={3.next_cursor}' },
    ),
  }),
  IDEMPOTENCY_KEY_INVALID: refusal({
    status: 400,
    title: 'The idempotency key is not well formed',
    cause:
      'The `Idempotency-Key` is empty, longer than 255 characters, or has characters other than visible ASCII.',
    resolution: 'Send 1 to 255 visible ASCII characters, such as a UUID.',
    example: request('POST', '/v1/users', {
      headers: { 'idempotency-key': 'two words' },
      body: { display_name: 'Kim Doe' },
    }),
  }),
  IDEMPOTENCY_KEY_REUSED: refusal({
    status: 422,
    title: 'The idempotency key was used for another request',
    cause: 'Within the last 24 hours the same key came with another method, path, query or body.',
    resolution: 'Use a new key for a new request, and the old key only to repeat the old request unchanged.',
    example: steps(
      post('/v1/users', { display_name: 'Kim Doe' }, { 'idempotency-key': 'one-key' }),
      post('/v1/users', { display_name: 'Lee Doe' }, { 'idempotency-key': 'one-key' }),
    ),
  }),
  IDEMPOTENCY_IN_PROGRESS: transient({
    status: 409,
    title: 'The first request with this idempotency key still runs',
    cause:
      'Two requests with one `Idempotency-Key` arrived at the same time, and the first has not finished.',
    resolution: 'Wait for the first answer, or repeat the request: it then receives the stored answer.',
    retry: 'Retry the same request with the same key after `Retry-After` (1 second).',
    example: {
      given: 'A request with this key is still running.',
      ...request('POST', '/v1/users', {
        headers: { 'idempotency-key': 'at-once' },
        body: { display_name: 'Kim Doe' },
      }),
    },
  }),
} as const
