import type { Unmet } from '../core/sci.ts'
import { tierLabel } from '../core/tiers.ts'
import type { Day, UserRow } from '../store/rows.ts'
import type { Standing } from './standing.ts'

const reasons: Readonly<Record<Unmet, string>> = {
  tier_below_T2: 'the tier is below T2',
  low_confidence: 'the confidence is below 0.60',
  no_recent_passed_assessment: 'no assessment was passed in the last 365 days',
  open_dispute: 'a piece of evidence is disputed',
  user_suspended: 'the user is suspended',
}

/** One plain sentence for people: the score, where it comes from, and whether it counts as verified and why. */
export function explainInWords(user: UserRow, one: Standing, asOf: Day): string {
  const { points, sci, tier, confidence, parts, counts } = one.score
  const sources = [
    counted(parts.assessment, counts.assessments, 'assessment'),
    counted(parts.session, counts.sessions, 'session'),
    counted(parts.endorsement, counts.endorsements, 'endorsement'),
  ].filter((part) => part !== null)
  const from = sources.length === 0 ? 'with no evidence that counts' : `made of ${listed(sources)}`
  return (
    `On ${asOf} ${user.display_name} has ${points} of 1000 points in ${one.skill.name} ` +
    `(SCI ${sci}, ${tier} ${tierLabel(tier)}, confidence ${confidence.toFixed(2)}), ${from}; ${standingInWords(one)}.`
  )
}

function counted(points: number, count: number, noun: string): string | null {
  return count === 0 ? null : `${points} from ${count} ${noun}${count === 1 ? '' : 's'}`
}

function standingInWords(one: Standing): string {
  if (!one.verified) return `not verified because ${listed(one.unmet.map((code) => reasons[code]))}`
  return one.verifiedUntil === null ? 'verified' : `verified until ${one.verifiedUntil} if nothing is added`
}

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
