import { commonErrors, errorBody, isErrorCode } from '../../src/contract/errors.ts'
import { rows, type Row } from '../../src/contract/index.ts'
import type { Answer } from '../http.ts'
import type { Operation } from './document.ts'

const table = new Map(rows().map((row) => [row.name, row]))

/** What is wrong with an answer to this operation; null: nothing. */
export function fault({ id, statuses }: Operation, answer: Answer): string | null {
  const row = table.get(id.replace(/\.alias.*$/, ''))
  if (row === undefined) return `The document tells of ${id}, which the contract does not`
  if (answer.status >= 500) return `${answer.status}: our fault`
  if (!statuses.has(String(answer.status))) return `${answer.status} is not in the document`
  if (answer.headers.get('x-request-id')?.startsWith('req_') !== true) return 'No request id'
  if (answer.headers.has('x-injected')) return 'A header was injected'
  return answer.status < 400 ? successFault(row, answer) : errorFault(row, answer)
}

function successFault({ route }: Row, answer: Answer): string | null {
  const schema = route.responses[answer.status]
  if (schema === undefined) return `${answer.status} is not in the contract`
  const parsed = schema.safeParse(answer.body)
  return parsed.success ? null : `The body is not of its schema: ${parsed.error.message}`
}

function errorFault({ route }: Row, answer: Answer): string | null {
  const parsed = errorBody().safeParse(answer.body)
  if (!parsed.success) return `Not the shape of an error: ${parsed.error.message}`
  const { code, status } = parsed.data.error
  if (status !== answer.status) return `The body says ${status}`
  if (!isErrorCode(code)) return `${code} is not in the catalogue`
  // Whatever path it was: it was not the one of this operation.
  if (code === 'ROUTE_NOT_FOUND' || code === 'METHOD_NOT_ALLOWED') return null
  return [...commonErrors(route), ...route.errors].includes(code)
    ? null
    : `${code} is not an error of this operation`
}
