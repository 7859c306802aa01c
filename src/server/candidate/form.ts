import { ApiError } from '../../core/error.ts'
import type { Exchange } from '../exchange.ts'

/** What a form was filled in with; a field left empty is as good as none. */
export type Fields = Readonly<Record<string, string>>

/** The body of a form sent by a browser. @throws ApiError UNSUPPORTED_MEDIA_TYPE */
export function fieldsOf({ requestBody, node }: Exchange): Fields {
  if (requestBody === '') return {}
  const [type = ''] = (node.headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'This page takes forms: application/x-www-form-urlencoded.')
  }
  const fields = [...new URLSearchParams(requestBody)].map(([name, value]): [string, string] => [
    name,
    // Browsers end lines with two characters and count one.
    value.replaceAll('\r\n', '\n').trim(),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== ''))
}
