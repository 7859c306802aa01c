import leven from 'leven'

/** A name outside a known set. */
export interface Near {
  readonly given: string
  readonly known: readonly string[]
}

/** The message with the name that was probably meant. */
export function withGuess(message: string, near: Near | null): string {
  const guess = near === null ? undefined : closest(near.given, near.known)
  return guess === undefined ? message : `${message} Did you mean "${guess}"?`
}

/** The known name that was probably meant, if any is near enough. */
function closest(given: string, known: readonly string[]): string | undefined {
  const wanted = given.toLowerCase()
  const ranked = known
    .map((name) => ({ name, distance: distance(wanted, name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length * 0.4))
    ? best.name
    : undefined
}

/** A name that was cut short is as near as a single slip. */
function distance(given: string, name: string): number {
  return given.length >= 3 && name.startsWith(given) ? 1 : leven(given, name)
}
