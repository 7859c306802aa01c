import { tierRow } from './tiers.ts'
import type { Tier } from './tiers.ts'

const unratedSession = 0.8
const passMark = 0.6

/** Quality of a session from its rating, 0 to 5; null when it was not rated. */
export function sessionQuality(rating: number | null): number {
  return rating === null ? unratedSession : twoDecimals(rating / 5)
}

export function assessmentQuality(score: number, maxScore: number): number {
  return twoDecimals(score / maxScore)
}

/** Quality of an endorsement by the tier its giver had at the time; null for an outsider: listed, weighs 0. */
export function endorsementQuality(endorserTier: Tier | null): number {
  return endorserTier === null ? 0 : tierRow(endorserTier).endorsement
}

/** Whether an assessment of this quality counts as passed. */
export function passes(quality: number): boolean {
  return quality >= passMark
}

/** The nudge keeps halves that binary fractions show as x.4999… on the side that decimal arithmetic gives. */
function twoDecimals(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 100 + 1e-9) / 100))
}
