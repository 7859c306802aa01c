/**
 * Splits a whole number by weight into whole numbers that add up to it exactly: each takes the floor of its
 * share, what is left goes to the largest remainders, the earlier one on a tie.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  let sum = 0
  for (const weight of weights) sum += weight
  const shares: number[] = []
  const rests: number[] = []
  let left = sum === 0 ? 0 : total
  for (const weight of weights) {
    const quota = sum === 0 ? 0 : (total * weight) / sum
    const share = Math.floor(quota)
    shares.push(share)
    rests.push(quota - share)
    left -= share
  }
  for (const place of largest(rests, left)) shares[place] = (shares[place] ?? 0) + 1
  return shares
}

function largest(rests: readonly number[], count: number): number[] {
  if (count === 0) return []
  const places = rests.map((_, place) => place)
  return places.toSorted((a, b) => (rests[b] ?? 0) - (rests[a] ?? 0) || a - b).slice(0, count)
}
