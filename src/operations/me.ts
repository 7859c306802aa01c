import { ApiError } from '../core/error.ts'
import type { Op } from './call.ts'
import { keyView } from './key-rows.ts'

export const get: Op<'me', 'get'> = async (_tx, _input, call) => {
  if (call.key === null) throw new ApiError('AUTH_MISSING', 'This route tells about your key: send one.')
  return {
    object: 'me' as const,
    key: keyView(call.key, call.now),
    mode: call.mode,
    version: call.version,
    base_url: call.baseUrl,
  }
}
