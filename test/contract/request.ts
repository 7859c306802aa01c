import { validate, type Parts } from '../../src/contract/validate.ts'
import { nearest } from '../../src/core/nearest.ts'
import { rowAt } from './table.ts'

/** What an operation would receive. @throws when the request is not valid */
export function inputOf(name: string, parts: Partial<Parts>): Readonly<Record<string, unknown>> {
  const checked = validate(rowAt(name), { params: {}, query: {}, ...parts }, nearest)
  if (!checked.ok) throw new Error(checked.problems.map(({ message }) => message).join(' '))
  return { ...checked.input }
}

/** The messages that a request is refused with; none when it is valid. */
export function problemsOf(name: string, parts: Partial<Parts>): string[] {
  const checked = validate(rowAt(name), { params: {}, query: {}, ...parts }, nearest)
  return checked.ok ? [] : checked.problems.map(({ pointer, message }) => `${pointer} ${message}`)
}
