import { ApiError } from '../core/error.ts'
import type { Op } from './call.ts'

export const openapi: Op<'documents', 'openapi'> = async (_tx, _input, call) => call.host.openapi()

export const live: Op<'documents', 'live'> = async () => ({ status: 'ok' as const })

export const ready: Op<'documents', 'ready'> = async (_tx, _input, call) => {
  const { writable, draining } = call.host.health()
  if (draining) {
    throw new ApiError('SERVICE_UNAVAILABLE', 'This server is shutting down; send no new requests.', {
      retryAfterSeconds: 1,
    })
  }
  if (!writable) {
    throw new ApiError('STORAGE_UNAVAILABLE', 'The store cannot be written at the moment; reads go on.', {
      retryAfterSeconds: 5,
    })
  }
  return { status: 'ready' as const }
}
