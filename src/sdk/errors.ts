import type { ErrorCode } from '../contract/errors.ts'
import type { ResponseInfo } from './response.ts'

/** Codes of errors that arose on this side of the network; every other code is the service's own. */
export type ClientErrorCode =
  | 'CONNECTION_FAILED'
  | 'CONNECTION_REFUSED'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'RESPONSE_INVALID'
  | 'CURSOR_REPEATED'
  | 'PARAMETER_INVALID'

/** Known codes, open to those of a newer service. */
export type SkillpassErrorCode = ErrorCode | ClientErrorCode | (string & {})

export interface ErrorDetails {
  readonly code: SkillpassErrorCode
  readonly message: string
  readonly status?: number | null
  readonly docUrl?: string | null
  readonly requestId?: string | null
  readonly param?: string | null
  readonly details?: unknown
  readonly retryable?: boolean
  readonly retryAfter?: number | null
  readonly idempotencyKey?: string | null
  readonly response?: ResponseInfo | null
  readonly cause?: unknown
}

/**
 * Every error this client throws. Branch on `code` or on the class, never on `message`.
 * `idempotencyKey` is the key the call went out with: send it again and nothing happens twice.
 */
export class SkillpassError extends Error {
  override readonly name: string = 'SkillpassError'
  readonly code: SkillpassErrorCode
  /** HTTP status, null when no answer arrived. */
  readonly status: number | null
  readonly docUrl: string | null
  readonly requestId: string | null
  /** The one field to blame. */
  readonly param: string | null
  readonly details: unknown
  /** The same call may succeed later. */
  readonly retryable: boolean
  /** Seconds the service asks to wait. */
  readonly retryAfter: number | null
  readonly idempotencyKey: string | null
  /** Private: a print of the error must not show a body, which may quote the key. */
  readonly #response: ResponseInfo | null

  constructor(from: ErrorDetails) {
    super(from.message, from.cause === undefined ? undefined : { cause: from.cause })
    this.code = from.code
    this.status = from.status ?? null
    this.docUrl = from.docUrl ?? null
    this.requestId = from.requestId ?? null
    this.param = from.param ?? null
    this.details = from.details ?? null
    this.retryable = from.retryable ?? false
    this.retryAfter = from.retryAfter ?? null
    this.idempotencyKey = from.idempotencyKey ?? null
    this.#response = from.response ?? null
  }

  /** The answer as it came, rate limits included; null when none arrived. */
  get response(): ResponseInfo | null {
    return this.#response
  }

  /** The shape of the service's own error object. */
  toJSON(): Record<string, unknown> {
    return {
      code: this.code,
      message: this.message,
      status: this.status,
      doc_url: this.docUrl,
      request_id: this.requestId,
      param: this.param,
      details: this.details,
      retryable: this.retryable,
      retry_after_seconds: this.retryAfter,
    }
  }
}

/** 401: no key, or one the service does not take. */
export class AuthenticationError extends SkillpassError {
  override readonly name: string = 'AuthenticationError'
}

/** 403: the key may not do this; `details.required` says what to grant. */
export class PermissionError extends SkillpassError {
  override readonly name: string = 'PermissionError'
}

/** 404. */
export class NotFoundError extends SkillpassError {
  override readonly name: string = 'NotFoundError'
}

/** 410: it was there once. */
export class GoneError extends SkillpassError {
  override readonly name: string = 'GoneError'
}

/** 409: the state of the thing forbids it. */
export class ConflictError extends SkillpassError {
  override readonly name: string = 'ConflictError'
}

/** Any other 4xx: the request is wrong; `details` lists every problem. */
export class ValidationError extends SkillpassError {
  override readonly name: string = 'ValidationError'
}

/** 429, after the retries. */
export class RateLimitError extends SkillpassError {
  override readonly name: string = 'RateLimitError'
}

/** 5xx, after the retries, or an answer that is none. */
export class ServerError extends SkillpassError {
  override readonly name: string = 'ServerError'
}

/** No answer arrived. */
export class ConnectionError extends SkillpassError {
  override readonly name: string = 'ConnectionError'
}

/** No answer arrived in time, of one try or of the whole call. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError'
}

/** The caller's own signal ended the call. */
export class AbortedError extends SkillpassError {
  override readonly name: string = 'AbortedError'
}

const families: Readonly<Record<number, typeof SkillpassError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  429: RateLimitError,
}

/** The class for an HTTP status. */
export function familyOf(status: number): typeof SkillpassError {
  const family = families[status]
  if (family !== undefined) return family
  return status >= 400 && status < 500 ? ValidationError : ServerError
}
