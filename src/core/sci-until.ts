import { dayNumber, fromDayNumber } from './instant.ts'
import type { Day } from './instant.ts'
import { passes } from './quality.ts'
import { daysToNothing, decayOf, measure } from './sci-curve.ts'
import type { EvidenceEntry, Ledger } from './sci-ledger.ts'
import { ledger } from './sci-ledger.ts'
import { passedForDays, strongEnough } from './sci-verified.ts'
import { compareTiers, tierOf } from './tiers.ts'

/**
 * The last date on which the tier of `asOf` holds if nothing is added; null for T0, which never falls. Every
 * other tier does: once the newest entry is 21 half-lives old, nothing is left.
 */
export function tierUntil(entries: readonly EvidenceEntry[], halfLifeDays: number, asOf: Day): Day | null {
  const book = ledger(entries, asOf)
  const decay = decayOf(halfLifeDays)
  const from = dayNumber(asOf)
  const tier = tierOf(measure(book, decay, from).points)
  if (tier === 'T0') return null
  const holds = (onDay: number): boolean =>
    compareTiers(tierOf(measure(book, decay, onDay).points), tier) >= 0
  return fromDayNumber(lastDayThat(holds, from, from + daysToNothing(halfLifeDays)))
}

/**
 * The last date on which the skill is verified if nothing is added; null when it is not verified on `asOf`.
 * It always ends: at the latest when the last passed assessment gets too old.
 */
export function verifiedUntil(
  entries: readonly EvidenceEntry[],
  halfLifeDays: number,
  asOf: Day,
  userActive: boolean,
): Day | null {
  if (
    !userActive ||
    entries.some(({ status, occurred_on }) => status === 'disputed' && occurred_on <= asOf)
  ) {
    return null
  }
  const book = ledger(entries, asOf)
  const decay = decayOf(halfLifeDays)
  const lastPassedAssessment = lastPassed(book)
  if (lastPassedAssessment === null) return null
  const from = dayNumber(asOf)
  const tooOld = lastPassedAssessment + passedForDays + 1
  const holds = (onDay: number): boolean => onDay < tooOld && strongEnough(measure(book, decay, onDay))
  return holds(from) ? fromDayNumber(lastDayThat(holds, from, tooOld)) : null
}

/**
 * Bisection between a day that holds and one that does not: age only takes away, so there is one change. (The
 * rounding of the decay can lift the mean of twenty fresh assessments by 1e-4 points; no more ever comes back.)
 */
function lastDayThat(holds: (onDay: number) => boolean, good: number, bad: number): number {
  let last = good
  let first = bad
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2)
    if (holds(middle)) last = middle
    else first = middle
  }
  return last
}

function lastPassed({ assessments }: Ledger): number | null {
  let last: number | null = null
  for (const { day, hundredths } of assessments) {
    if (passes(hundredths / 100) && (last === null || day > last)) last = day
  }
  return last
}
