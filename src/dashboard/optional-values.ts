import { numberOf, textOf } from './form-values.ts'

/** What stands in a field; absent when nothing does. */
export function textIn(values: FormData, name: string): string | undefined {
  const text = textOf(values, name)
  return text === '' ? undefined : text
}

/** @throws ValidationError when it is no number */
export function numberIn(values: FormData, name: string, pointer?: string): number | undefined {
  return numberOf(values, name, pointer) ?? undefined
}

/** What stands in the fields of one name, one after the other. */
export function textsIn(values: FormData, name: string): readonly string[] {
  return values.getAll(name).map((value) => (typeof value === 'string' ? value.trim() : ''))
}
