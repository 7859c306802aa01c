import { z } from 'zod'
import { alongside, id, number, reference, text, whole } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const fault = once(() =>
  z
    .strictObject({
      id: id('flt'),
      object: z.literal('fault'),
      method: z.enum(methods).nullable().describe('null: any.'),
      path: z.string().nullable().describe('null: any.'),
      status: z.int().nullable().describe('Answered instead of the operation; null: the operation runs.'),
      delay_ms: z.int().describe('Waited first.'),
      cut: z.boolean().describe('Whether the connection is cut instead of an answer.'),
      times: z.int().nullable().describe('How many requests it meets; null: until it is cleared.'),
      rate: z.number().describe('Share of the matching requests that it meets.'),
      remaining: z.int().nullable().describe('What is left of `times`.'),
      hits: z.int().describe('Requests it has met so far.'),
    })
    .meta({ id: 'Fault', title: 'Fault' }),
)

const faults = once(() =>
  z
    .strictObject({
      object: z.literal('list'),
      data: z.array(fault()).describe('Oldest first: the first that matches a request meets it.'),
      has_more: z.literal(false),
      next_cursor: z.null(),
    })
    .meta({ id: 'FaultList' }),
)

const cleared = once(() =>
  z
    .strictObject({ object: z.literal('faults'), cleared: z.int().describe('How many there were.') })
    .meta({ id: 'ClearedFaults' }),
)

interface Effect {
  readonly status?: unknown
  readonly delay_ms?: unknown
  readonly cut?: unknown
}

const draft = once(() =>
  z
    .strictObject({
      method: z.enum(methods).optional().describe('Default: any. GET stands for HEAD too.'),
      path: text(2048)
        .regex(/^\//, { error: 'must be a path such as /v1/me or /v1/assess/*', abort: true })
        .refine((path) => !path.startsWith('/v1/sandbox/'), {
          error: 'cannot be a sandbox route: a fault there could not be cleared',
        })
        .optional()
        .describe('A path without its query; a `*` at the end stands for anything. Default: any.'),
      status: whole(400, 599).optional().describe('Answer this error instead of running the operation.'),
      delay_ms: whole(0, 300_000).default(0).describe('Wait first, then go on or fail.'),
      cut: z.boolean().default(false).describe('Cut the connection instead of an answer.'),
      times: whole(1, 1_000_000).optional().describe('End after so many requests. Default: until cleared.'),
      rate: number(0.001, 1).default(1).describe('Share of the matching requests to meet.'),
    })
    .refine(({ status, cut }: Effect) => status === undefined || cut !== true, {
      path: ['cut'],
      error: 'cannot stand beside status: send one of the two',
      ...alongside,
    })
    .refine(({ status, delay_ms, cut }: Effect) => status !== undefined || delay_ms !== 0 || cut === true, {
      path: ['status'],
      error: 'or delay_ms or cut is required: the fault would do nothing',
      ...alongside,
    }),
)

const shared = { path: '/v1/sandbox/faults', access: ['sandbox:write'], errors: [], mode: 'sandbox' } as const

/** The verbs of `sandbox` that make requests fail on purpose. */
export const sandboxFaultRows = {
  faults: route({
    ...shared,
    method: 'GET',
    summary: 'List faults',
    description: 'All that are active; a fault that has met its `times` is gone.',
    responses: () => ({ 200: faults() }),
    example: {},
  }),
  addFault: route({
    ...shared,
    method: 'POST',
    summary: 'Add a fault',
    description:
      'Makes requests to this sandbox fail, hang or lose their connection, to try how a client copes. It meets the ' +
      'routes under `/v1`, never those of the sandbox itself.',
    body: draft,
    responses: () => ({ 201: fault() }),
    example: { body: { method: 'POST', path: '/v1/assess/invites', status: 503, times: 2 } },
  }),
  clearFaults: route({
    ...shared,
    method: 'DELETE',
    summary: 'Clear faults',
    query: () => z.strictObject({ id: reference().optional().describe('Only this one. Default: all.') }),
    responses: () => ({ 200: cleared() }),
    example: {},
  }),
}
