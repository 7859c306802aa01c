import { z } from 'zod'
import { text } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

const step = once(() =>
  z.strictObject({
    method: z.string(),
    path: z.string().describe('`{1.id}` stands for the field `id` of the answer to step 1.'),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
  }),
)

const errorPage = once(() =>
  z
    .strictObject({
      object: z.literal('error_code'),
      code: z.string(),
      status: z.int().describe('The HTTP status it comes with.'),
      title: z.string(),
      cause: z.string(),
      resolution: z.string(),
      retryable: z.boolean().describe('Whether the same request can succeed later.'),
      retry: z.string().describe('When and how to retry.'),
      example: z
        .strictObject({
          given: z.string().optional().describe('What must hold first and no request can bring about.'),
          steps: z.array(step()).describe('Requests in order; the last one is refused with the code.'),
        })
        .describe(
          'Requests that provoke the error in a sandbox. Unless they say otherwise they carry an admin key.',
        ),
      doc_url: z.string(),
    })
    .meta({ id: 'ErrorCode', title: 'Error code' }),
)

const wholeCatalogue = once(() =>
  z
    .strictObject({
      object: z.literal('list'),
      data: z.array(errorPage()),
      has_more: z.literal(false),
      next_cursor: z.null(),
    })
    .meta({ id: 'ErrorCatalogue' }),
)

export const errors = {
  list: route({
    method: 'GET',
    path: '/v1/errors',
    summary: 'List every error code',
    description:
      'The whole catalogue on one page: cause, resolution, retry guidance and requests that provoke the error.',
    access: 'public',
    responses: () => ({ 200: wholeCatalogue() }),
    errors: [],
    example: {},
  }),
  get: route({
    method: 'GET',
    path: '/v1/errors/{code}',
    summary: 'Explain an error code',
    access: 'public',
    params: () => z.strictObject({ code: text(64).describe('Such as `RATE_LIMITED`.') }),
    responses: () => ({ 200: errorPage() }),
    errors: ['ERROR_CODE_NOT_FOUND'],
    example: { params: { code: 'RATE_LIMITED' } },
  }),
}
