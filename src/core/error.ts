import type { ErrorCode } from '../contract/errors.ts'

export interface Problem {
  /** JSON pointer into the body, or the name of a path or query parameter. */
  readonly pointer: string
  readonly code: string
  readonly message: string
}

export interface ErrorFacts {
  /** The one field that is to blame. */
  readonly param?: string
  readonly details?: readonly Problem[] | Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
}

/** A refusal of the API. The code is stable; status and retry guidance stand in the catalogue under it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly facts: ErrorFacts
  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message)
    this.code = code
    this.facts = facts
  }
}
