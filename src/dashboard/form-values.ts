/** What was typed into a field; absent when nothing was. */
export function textIn(values: FormData, name: string): string | undefined {
  const value = values.get(name)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' ? undefined : text
}

export function numberIn(values: FormData, name: string): number | undefined {
  const text = textIn(values, name)
  return text === undefined ? undefined : Number(text)
}

/** What was typed into the fields of a name, one after the other. */
export function textsIn(values: FormData, name: string): readonly string[] {
  return values.getAll(name).map((value) => (typeof value === 'string' ? value.trim() : ''))
}
