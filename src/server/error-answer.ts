import { errorCatalogue, type ErrorCode } from '../contract/errors.ts'
import { ApiError } from '../core/error.ts'
import { StorageError } from '../store/types.ts'
import type { Exchange } from './exchange.ts'
import { FaultError } from './fault-error.ts'
import type { Service } from './service.ts'

/** The one mapper from what was thrown to what is answered. */
export function answerError(service: Service, exchange: Exchange, thrown: unknown): void {
  const error = asApiError(service, exchange, thrown)
  const { status, retryable } = verdict(error)
  const { headers } = exchange.answer
  const wait = error.facts.retryAfterSeconds
  headers['x-should-retry'] = String(retryable)
  if (wait !== undefined) headers['retry-after'] = String(wait)
  challenge(headers, status, error.code)
  exchange.errorCode = error.code
  exchange.answer.status = status
  exchange.answer.body = JSON.stringify({ error: errorObject(service, exchange, error) })
}

/** A fault set on purpose may want a status that no code has. */
function verdict(error: ApiError): { readonly status: number; readonly retryable: boolean } {
  const usual = errorCatalogue[error.code]
  if (!(error instanceof FaultError) || error.status === usual.status) return usual
  return { status: error.status, retryable: error.status >= 500 }
}

function errorObject(service: Service, exchange: Exchange, error: ApiError) {
  const { code, message, facts } = error
  const { status, retryable } = verdict(error)
  return {
    code,
    message,
    status,
    doc_url: `${service.address.baseUrl}/docs/errors/${code}`,
    request_id: exchange.id,
    param: facts.param ?? null,
    details: facts.details ?? null,
    retryable,
    retry_after_seconds: facts.retryAfterSeconds ?? null,
  }
}

function challenge(headers: Record<string, string>, status: number, code: ErrorCode): void {
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (code === 'SCOPE_INSUFFICIENT') headers['www-authenticate'] = 'Bearer error="insufficient_scope"'
}

/** What is not a refusal of ours is our fault: told to the operator, never to the caller. */
function asApiError(service: Service, exchange: Exchange, thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  service.onFault(thrown, exchange.id)
  if (thrown instanceof StorageError) return storageRefused()
  return new ApiError(
    'INTERNAL_ERROR',
    'Something failed on our side; nothing was changed. It is logged under this request id.',
  )
}

function storageRefused(): ApiError {
  return new ApiError(
    'STORAGE_UNAVAILABLE',
    'The store refused the write (disk full or read-only?); nothing was changed.',
    {
      retryAfterSeconds: 5,
    },
  )
}
