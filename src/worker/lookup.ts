import { lookup } from 'node:dns/promises'
import type { Lookup } from './target.ts'

/** Long enough that a busy endpoint costs few look-ups, short enough that a moved one is found again. */
const keptMs = 5_000

/** All addresses of a name, in the order in which the system prefers them. */
export const systemLookup: Lookup = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

/**
 * Asks once for many who want the same name at the same time: look-ups share few threads, and a name server
 * that does not answer must not take them all.
 */
export function sharedLookup(lookup: Lookup): Lookup {
  const known = new Map<string, Promise<readonly string[]>>()
  const forget = (hostname: string) => known.delete(hostname)
  return (hostname) => {
    const asked = known.get(hostname)
    if (asked !== undefined) return asked
    const answer = lookup(hostname)
    known.set(hostname, answer)
    answer.then(
      () => setTimeout(forget, keptMs, hostname).unref(),
      () => forget(hostname),
    )
    return answer
  }
}
