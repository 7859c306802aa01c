/**
 * JSON with one spelling for one value (as RFC 8785): keys sorted by UTF-16 code unit, no spaces. Hashes
 * stand on it, so it must never change.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (isObject(value)) return canonicalObject(value)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`Not a JSON number: ${value}`)
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`Not a JSON value: ${typeof value}`)
  return text
}

/** As JSON.stringify does, keys whose value is undefined count as absent. */
function canonicalObject(object: Readonly<Record<string, unknown>>): string {
  const members: string[] = []
  for (const key of Object.keys(object).toSorted()) {
    const value = object[key]
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(value)}`)
  }
  return `{${members.join(',')}}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
