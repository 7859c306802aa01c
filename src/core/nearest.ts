import leven from 'leven'

/** Names longer than this are no misspelling of ours, only work. */
const longest = 100
/** Share of a name that may differ before a suggestion would mislead. */
const tolerance = 0.4

/** The candidate that was probably meant, or null. Case and separators do not count as differences. */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > longest) return null
  const wanted = plain(name)
  let best: string | null = null
  let bestDistance = Infinity
  for (const candidate of candidates) {
    const known = plain(candidate)
    const allowed = Math.floor(Math.max(wanted.length, known.length) * tolerance)
    const distance = leven(wanted, known, { maxDistance: allowed + 1 })
    if (distance > allowed || distance >= bestDistance) continue
    best = candidate
    bestDistance = distance
  }
  return best
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.:-]/g, '')
}
