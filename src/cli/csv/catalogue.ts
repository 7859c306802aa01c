import { NotFoundError, PermissionError } from '../../sdk/errors.ts'
import type { Skillpass } from '../../sdk/index.ts'
import type { Problem } from './problem.ts'
import type { Row } from './rows.ts'

/** The key of every skill the rows name, under the name they use; a name the service does not know is a problem. */
export async function skillsOf(
  rows: readonly Row[],
  client: Skillpass,
): Promise<{ readonly keys: ReadonlyMap<string, string>; readonly problems: readonly Problem[] }> {
  const firstLines = new Map<string, number>()
  for (const { draft, line } of rows) if (!firstLines.has(draft.skill)) firstLines.set(draft.skill, line)
  const keys = new Map<string, string>()
  const unknown = new Map<string, string>()
  for (const name of firstLines.keys()) {
    const found = await lookUp(name, client)
    if ('key' in found) keys.set(name, found.key)
    else unknown.set(name, found.message)
  }
  const problems = rows.flatMap(({ draft, line }) => {
    const message = unknown.get(draft.skill)
    return message === undefined ? [] : [{ line, column: 'skill', message }]
  })
  return { keys, problems }
}

async function lookUp(
  name: string,
  client: Skillpass,
): Promise<{ readonly key: string } | { readonly message: string }> {
  try {
    return { key: (await client.skills.get({ key: name })).key }
  } catch (error) {
    if (error instanceof NotFoundError && error.code === 'SKILL_NOT_FOUND') return { message: error.message }
    // A key may send invites and not read the catalogue: the service then judges row by row.
    if (error instanceof PermissionError) return { key: name.toLowerCase() }
    throw error
  }
}
