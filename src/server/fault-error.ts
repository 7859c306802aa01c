import type { ErrorCode } from '../contract/errors.ts'
import { ApiError, type ErrorFacts } from '../core/error.ts'

/** The refusal that a fault of the sandbox asked for: the status is the wanted one, whatever its code usually has. */
export class FaultError extends ApiError {
  readonly status: number
  constructor(status: number, message: string, facts: ErrorFacts) {
    super(codes.get(status) ?? 'INTERNAL_ERROR', message, facts)
    this.status = status
  }
}

/** What a client of this API most likely meets under a status. */
const codes: ReadonlyMap<number, ErrorCode> = new Map([
  [400, 'BODY_MALFORMED'],
  [401, 'AUTH_KEY_INVALID'],
  [403, 'SCOPE_INSUFFICIENT'],
  [404, 'ROUTE_NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
  [406, 'NOT_ACCEPTABLE'],
  [408, 'REQUEST_TIMEOUT'],
  [409, 'IDEMPOTENCY_IN_PROGRESS'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [422, 'VALIDATION_FAILED'],
  [429, 'RATE_LIMITED'],
  [500, 'INTERNAL_ERROR'],
  [503, 'SERVICE_UNAVAILABLE'],
])
