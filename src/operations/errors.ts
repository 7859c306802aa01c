import { errorCatalogue, type ErrorCode } from '../contract/errors.ts'
import { ApiError } from '../core/error.ts'
import { nearest } from '../core/nearest.ts'
import type { Op } from './call.ts'

const codes = Object.keys(errorCatalogue)

export const list: Op<'errors', 'list'> = async (_tx, _input, call) => ({
  object: 'list' as const,
  data: codes.filter(isCode).map((code) => page(code, call.baseUrl)),
  has_more: false,
  next_cursor: null,
})

export const get: Op<'errors', 'get'> = async (_tx, { code }, call) => {
  if (isCode(code)) return page(code, call.baseUrl)
  const near = nearest(code.toUpperCase(), codes)
  throw new ApiError(
    'ERROR_CODE_NOT_FOUND',
    `There is no error code ${code}.${near === null ? '' : ` Did you mean ${near}?`} List them: GET /v1/errors.`,
    { param: 'code' },
  )
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalogue, text)
}

function page(code: ErrorCode, baseUrl: string) {
  return {
    object: 'error_code' as const,
    code,
    doc_url: `${baseUrl}/docs/errors/${code}`,
    ...errorCatalogue[code],
  }
}
