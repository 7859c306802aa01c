import { z } from 'zod'
import { once } from './lazy.ts'
import { authErrors } from './errors/auth.ts'
import type { ErrorEntry } from './errors/entry.ts'
import { inviteErrors } from './errors/invite.ts'
import { lookupErrors } from './errors/lookup.ts'
import { requestErrors } from './errors/request.ts'
import { serviceErrors } from './errors/service.ts'
import { webhookErrors } from './errors/webhook.ts'

export type { ErrorEntry, ErrorExample, ErrorStep } from './errors/entry.ts'

/** Every error of the API by its code. A code that is not here does not exist. */
export const errorCatalogue = {
  ...authErrors,
  ...requestErrors,
  ...lookupErrors,
  ...inviteErrors,
  ...webhookErrors,
  ...serviceErrors,
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorCatalogue

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errorCatalogue, value)
}

/** Whether the same request can succeed later: the header `X-Should-Retry`. */
export function shouldRetry(code: ErrorCode): boolean {
  return errorCatalogue[code].retryable
}

const problem = once(() =>
  z.strictObject({
    pointer: z.string().describe('JSON pointer into the body, or the name of a path or query parameter.'),
    code: z.string().describe('What kind of problem, for programs.'),
    message: z.string().describe('What is allowed, for people.'),
  }),
)

/** The body of every answer that is not a success. */
export const errorBody = once(() =>
  z
    .strictObject({
      error: z.strictObject({
        code: z.string().describe('Stable: programs may branch on it.'),
        message: z.string().describe('What is wrong with this request and what to do; may change.'),
        status: z.int().describe('The HTTP status.'),
        doc_url: z.string().describe('A page of this server about the code.'),
        request_id: z
          .string()
          .describe('Name it when you ask for help; `GET /v1/logs/{request_id}` shows the request.'),
        param: z.string().nullable().describe('The one field that is to blame.'),
        details: z
          .union([z.array(problem()), z.record(z.string(), z.unknown())])
          .nullable()
          .describe('Every problem of a validation, or facts of the code.'),
        retryable: z.boolean().describe('Whether the same request can succeed later.'),
        retry_after_seconds: z.int().nullable().describe('How long to wait first.'),
      }),
    })
    .meta({ id: 'Error', title: 'Error' }),
)

interface Facts {
  readonly method: string
  readonly access: 'public' | 'key' | readonly string[]
  readonly query?: { readonly shape: Readonly<Record<string, unknown>> }
  readonly mode?: 'sandbox'
}

const onEveryRoute = [
  'HOST_FORBIDDEN',
  'NOT_ACCEPTABLE',
  'PAYLOAD_TOO_LARGE',
  'BODY_MALFORMED',
  'VALIDATION_FAILED',
  'REQUEST_TIMEOUT',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const
const onKeys = [
  'AUTH_MISSING',
  'AUTH_SCHEME_UNSUPPORTED',
  'AUTH_KEY_MALFORMED',
  'AUTH_KEY_INVALID',
  'AUTH_KEY_EXPIRED',
  'AUTH_KEY_REVOKED',
  'AUTH_KEY_ROTATED',
  'AUTH_KEY_WRONG_MODE',
  'AUTH_TOO_MANY_FAILURES',
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
] as const
const onWrites = [
  'ORIGIN_FORBIDDEN',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
  'STORAGE_UNAVAILABLE',
] as const

/** The errors that every route of this access and method can give; a row lists only its own. */
export function commonErrors(route: Facts): ErrorCode[] {
  const codes: ErrorCode[] = [...onEveryRoute]
  if (route.access !== 'public') codes.push(...onKeys)
  if (Array.isArray(route.access)) codes.push('SCOPE_INSUFFICIENT')
  if (route.method !== 'GET') codes.push(...onWrites)
  if (route.query !== undefined && 'cursor' in route.query.shape)
    codes.push('CURSOR_INVALID', 'CURSOR_FILTER_MISMATCH')
  if (route.mode === 'sandbox') codes.push('ROUTE_NOT_FOUND')
  return codes
}
