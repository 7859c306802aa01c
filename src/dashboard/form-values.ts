import { ValidationError } from '../sdk/errors.ts'

/** What stands in a field, without the spaces around it; empty when there is no such field. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * Null when nothing is written. JSON has no way to send what is no number: it is refused here, at its field.
 * @throws ValidationError
 */
export function numberOf(values: FormData, name: string, pointer = `/${name}`): number | null {
  const text = textOf(values, name)
  const number = Number(text.replaceAll(/[\s,]/g, ''))
  if (text === '') return null
  if (Number.isFinite(number)) return number
  const message = `"${text}" is not a number.`
  throw new ValidationError({ code: 'PARAMETER_INVALID', message, details: [{ pointer, message }] })
}
