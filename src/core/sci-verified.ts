import { dayNumber } from './instant.ts'
import type { Day } from './instant.ts'
import { tierRow } from './tiers.ts'

export type Unmet =
  | 'tier_below_T2'
  | 'low_confidence'
  | 'no_recent_passed_assessment'
  | 'open_dispute'
  | 'user_suspended'

/** How long a passed assessment vouches for its skill. */
export const passedForDays = 365
const enoughConfidence = 0.6

interface Strength {
  readonly points: number
  readonly confidence: number
}

/** Enough points and enough evidence behind them to be verified. */
export function strongEnough(strength: Strength): boolean {
  return highEnough(strength) && wellFounded(strength)
}

/** The requirements that the evidence itself breaks with time. */
export function unmetByTime(strength: Strength, lastPassed: Day | null, asOf: Day): Unmet[] {
  const reasons: Unmet[] = []
  if (!highEnough(strength)) reasons.push('tier_below_T2')
  if (!wellFounded(strength)) reasons.push('low_confidence')
  const recent = lastPassed !== null && dayNumber(asOf) - dayNumber(lastPassed) <= passedForDays
  if (!recent) reasons.push('no_recent_passed_assessment')
  return reasons
}

function highEnough({ points }: Strength): boolean {
  return points >= tierRow('T2').from
}

function wellFounded({ confidence }: Strength): boolean {
  return confidence >= enoughConfidence
}
