import type { Output } from '../../contract/index.ts'
import { Card } from '../components/card.tsx'
import { Command } from '../components/command.tsx'
import { Facts } from '../components/facts.tsx'
import { Meter } from '../components/meter.tsx'
import { dayName, percent } from '../format.ts'
import { Sci, Tier } from './tiers.tsx'

export type Entry = Output<'evidence', 'get'>
type Answer = Output<'verify', 'explain'>

/** The service's explanation, with whom and what it is about and the entries it speaks of. */
export interface Explained {
  readonly explanation: Answer
  readonly person: string
  readonly skillName: string
  /** Newest first. */
  readonly entries: readonly Entry[]
}

export function Explanation({ of: { explanation } }: { readonly of: Explained }) {
  const { summary, tierUntil, verifiedUntil, lastAssessment, lastEvidence } = explanation
  return (
    <div class="halves">
      <Card title="Score">
        <div class="stack">
          <p dir="auto" class="prose">
            {summary}
          </p>
          <Facts
            of={[
              ['SCI', <Sci of={explanation} />],
              ['Points', `${explanation.sciPoints} of 1000`],
              ['Tier', <Tier of={explanation} />],
              ['Confidence', explanation.confidence.toFixed(2)],
              tierUntil !== null && ['Tier holds to', dayName(tierUntil)],
              verifiedUntil !== null && ['Verified to', dayName(verifiedUntil)],
              lastEvidence !== undefined && ['Newest evidence', dayName(lastEvidence)],
              ['Newest assessment', lastAssessment === null ? 'none' : dayName(lastAssessment)],
            ]}
          />
        </div>
      </Card>
      <div class="stack">
        <Parts of={explanation} />
        {explanation.unmet.length > 0 && <Unmet of={explanation} />}
      </div>
    </div>
  )
}

const partNames = [
  ['assessment', 'Assessments'],
  ['session', 'Sessions'],
  ['endorsement', 'Endorsements'],
] as const

/** Where the points come from. */
function Parts({ of: { parts, sciPoints } }: { readonly of: Answer }) {
  return (
    <Card title={`Where the ${sciPoints} points come from`}>
      <ul class="bars">
        {partNames.map(([part, name]) => {
          const share = sciPoints === 0 ? 0 : parts[part] / sciPoints
          return (
            <li key={part}>
              <span class="bars-name">{name}</span>
              <span class="numeric nowrap">{`${parts[part]} points, ${percent(share)}`}</span>
              <Meter label={`${name}: ${parts[part]} of ${sciPoints} points`} share={share} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const reasons: Readonly<Record<Answer['unmet'][number], string>> = {
  tier_below_T2: 'Its tier is below T2 competent.',
  low_confidence: 'There is too little evidence: the confidence is too low.',
  no_recent_passed_assessment: 'No assessment was passed in the last 365 days.',
  open_dispute: 'A piece of its evidence is disputed.',
  user_suspended: 'The user is suspended.',
}

function Unmet({ of: { unmet, skill, user_id: user } }: { readonly of: Answer }) {
  return (
    <Card title="Why it is not verified">
      <div class="stack">
        <ul class="points">
          {unmet.map((reason) => (
            <li key={reason}>{reasons[reason]}</li>
          ))}
        </ul>
        {unmet.includes('user_suspended') ? (
          <Command text={`skillpass user update ${user} --status active`} />
        ) : (
          !unmet.includes('open_dispute') && <Command text={`skillpass invite send EMAIL --skill ${skill}`} />
        )}
      </div>
    </Card>
  )
}
