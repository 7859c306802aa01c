/** What stands in a field, without the spaces around it; empty when there is no such field. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Null when nothing is written; NaN, which the service refuses, when it is no number. */
export function numberOf(values: FormData, name: string): number | null {
  const text = textOf(values, name)
  return text === '' ? null : Number(text.replaceAll(/[\s,]/g, ''))
}
