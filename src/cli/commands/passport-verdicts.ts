import type { Request } from '../../contract/index.ts'
import type { Skillpass } from '../../sdk/index.ts'
import type { Verdict } from './passport-view.ts'

const mostPerCall = 100

type Question = Omit<Request<'verify', 'batch'>, 'user_ids'>

/** A verdict for each id, in their order: more than a hundred are asked for in several calls. */
export async function verdictsOf(
  ids: readonly string[],
  question: Question,
  client: Skillpass,
): Promise<readonly Verdict[]> {
  const results: Verdict[] = []
  for (let at = 0; at < Math.max(1, ids.length); at += mostPerCall) {
    const part = await client.verify.batch({ user_ids: ids.slice(at, at + mostPerCall), ...question })
    results.push(...part.results)
  }
  return results
}
