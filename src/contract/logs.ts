import { z } from 'zod'
import { instant, instantInput, list, page, reference, text } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

const message = once(() =>
  z.strictObject({
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable().describe('Up to 16 KiB; null when there was none.'),
  }),
)

export const log = once(() =>
  z
    .strictObject({
      request_id: z.string(),
      object: z.literal('log'),
      at: instant(),
      method: z.string(),
      path: z.string(),
      route: z
        .string()
        .nullable()
        .describe('Canonical path of the route, such as `/v1/assess/invites/{id}`; null when none matched.'),
      status: z.int(),
      duration_ms: z.number(),
      key_id: z.string().nullable(),
      ip: z.string(),
      user_agent: z.string().nullable(),
      idempotency_key_hash: z.string().nullable(),
      error_code: z.string().nullable(),
      request: message(),
      response: message(),
    })
    .meta({ id: 'Log', title: 'Logged request' }),
)

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const

/** Which requests a list or a stream shows. */
export const logFilters = once(() => ({
  status: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/, { error: 'must be a status such as 404 or a class such as 4xx' })
    .optional()
    .describe('A status (`404`) or a class (`4xx`).'),
  method: z.enum(methods).optional(),
  path: text(2048).optional().describe('Start of the path.'),
  key_id: reference().optional(),
  error_code: text(64).optional(),
}))

export const logs = {
  list: route({
    method: 'GET',
    path: '/v1/logs',
    summary: 'List logged requests',
    description: 'Newest first; the newest 10,000 are kept. Secrets are left out of headers and bodies.',
    access: ['logs:read'],
    query: () =>
      z.strictObject({
        ...logFilters(),
        since: instantInput().optional().describe('Requests at or after this instant.'),
        ...page(),
      }),
    responses: () => ({ 200: list(log()) }),
    errors: [],
    example: { query: { status: '4xx' } },
  }),
  get: route({
    method: 'GET',
    path: '/v1/logs/{request_id}',
    summary: 'Get a logged request',
    access: ['logs:read'],
    params: () => z.strictObject({ request_id: reference().describe('`X-Request-Id` of the answer.') }),
    responses: () => ({ 200: log() }),
    errors: ['LOG_NOT_FOUND'],
    example: { params: { request_id: 'req_01j0000000000000000000000a' } },
  }),
}
