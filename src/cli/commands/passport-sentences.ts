import { tiers } from '../../core/tiers.ts'
import { clean } from '../clean.ts'
import { date } from '../when.ts'
import type { Output } from '../../contract/index.ts'
import { measure } from './evidence-view.ts'
import { unmetTexts } from './passport-view.ts'

export type Entry = Output<'evidence', 'get'>
export type Explanation = Output<'verify', 'explain'>

/** An explanation with whom and what it is about, and the entries it speaks of. */
export interface Explained extends Explanation {
  readonly person: string
  readonly skillName: string
  readonly chain: readonly Entry[]
}

/** Points that each type of evidence can give at most. */
export const caps = { assessment: 500, session: 300, endorsement: 200 } as const

/** What one would say on the phone. */
export function sentences(explained: Explained): string {
  return [standing(explained), counting(explained), strongest(explained), above(explained), until(explained)]
    .filter((sentence) => sentence !== null)
    .join(' ')
}

function standing({
  person,
  skillName,
  tier,
  tierLabel,
  sci,
  sciPoints,
  confidence,
  asOf,
}: Explained): string {
  const level = `${tier} ${tierLabel} in ${clean(skillName)}`
  const score = `SCI ${sci}, ${sciPoints} of 1000 points, confidence ${confidence.toFixed(2)}`
  return `On ${date(asOf)} ${clean(person)} is ${level}: ${score}.`
}

function counting({ chain, contributions, asOf }: Explained): string {
  const entries = chain.filter(({ occurred_on: on }) => on <= asOf)
  const weightless = contributions.filter(({ weight }) => weight === 0).length
  const disputed = entries.filter(({ status }) => status === 'disputed').length
  const revoked = entries.filter(({ status }) => status === 'revoked').length
  const good = contributions.length - weightless
  const aside = [
    ...(disputed > 0 ? [`${disputed} disputed`] : []),
    ...(revoked > 0 ? [`${revoked} revoked`] : []),
    ...(weightless > 0 ? [`${weightless} without weight`] : []),
  ]
  if (aside.length === 0) return good === 1 ? '1 entry counts.' : `${good} entries count.`
  const some = good === 0 ? 'No entry counts' : `${good} of ${entries.length} entries count`
  return `${some} (${aside.join(', ')}).`
}

function strongest({ chain, contributions }: Explained): string | null {
  const [most] = contributions.toSorted((a, b) => b.points - a.points)
  const entry = chain.find(({ id }) => id === most?.evidence_id)
  if (most === undefined || entry === undefined || most.points === 0) return null
  const what = `The ${entry.type} of ${date(entry.occurred_on)} (${clean(measure(entry))})`
  return contributions.length === 1 ? `${what} gives them all.` : `${what} gives most: ${most.points} points.`
}

/** The next tier and where points are still to be had. */
function above({ sciPoints, parts }: Explained): string | null {
  const next = tiers.find(({ from }) => from > sciPoints)
  if (next === undefined || sciPoints === 0) return null
  const open = (['assessment', 'session', 'endorsement'] as const)
    .map((part) => ({ part, left: caps[part] - parts[part] }))
    .toSorted((a, b) => b.left - a.left)
    .map(({ part, left }) => `${left} from ${part}s`)
  const lacking = next.from - sciPoints
  const points = lacking === 1 ? '1 point is' : `${lacking} points are`
  return `For ${next.code} ${next.label}, from ${next.from} on, ${points} missing; at most ${open.join(', ')} can still come.`
}

function until({ tier, tierUntil, verifiedUntil }: Explained): string | null {
  if (tierUntil === null) return null
  const verified = verifiedUntil === null ? '' : `, and the skill stays verified to ${date(verifiedUntil)}`
  return `Without new evidence ${tier} holds to ${date(tierUntil)}${verified}.`
}

export function unmetSentences({ unmet, lastAssessment }: Explained): string[] {
  return unmet.map((reason) => {
    if (reason !== 'no_recent_passed_assessment') return unmetTexts[reason]
    const last =
      lastAssessment === null
        ? 'there was none at all'
        : `the last one, of any score, was on ${date(lastAssessment)}`
    return `${unmetTexts[reason]}: ${last}`
  })
}

/** The command for what stands in the way; null when nothing does. */
export function nextStep({ unmet, user_id: user, skill, chain }: Explained): string | null {
  if (unmet.includes('user_suspended')) return `skillpass user update ${user} --status active`
  if (unmet.includes('open_dispute')) return `skillpass evidence get ${disputedIn(chain)}`
  return unmet.length === 0 ? null : `skillpass invite send EMAIL --skill ${skill}`
}

function disputedIn(chain: readonly Entry[]): string {
  return chain.find(({ status }) => status === 'disputed')?.id ?? 'ID'
}
