export type Params = Readonly<Record<string, string>>

/** What a path like `/keys/key_1` holds for a pattern like `/keys/:id`; null when it is another's. */
export function match(pattern: string, path: string): Params | null {
  const wanted = parts(pattern)
  const given = parts(path)
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decoded(value)
    else if (part !== value) return null
  }
  return params
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

/** Somebody may type a stray percent sign into the address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
