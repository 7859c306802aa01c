/** What stands in a field; undefined when it is empty. */
export function text(values: FormData, name: string): string | undefined {
  const value = values.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A number. What is none becomes null, which the service refuses at the field. */
export function number(values: FormData, name: string): number | undefined {
  const given = text(values, name)
  return given === undefined ? undefined : Number(given)
}
