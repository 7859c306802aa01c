import type { Output } from '../../contract/index.ts'
import { client } from '../client.ts'
import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { Json } from '../components/code.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Link } from '../components/link.tsx'
import { Meter } from '../components/meter.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { percent, remaining } from '../format.ts'
import { useLoad } from '../use-load.ts'
import type { Invite } from './invite-status.ts'

type Result = Output<'results', 'list'>['data'][number]

export function InviteResult({ invite }: { readonly invite: Invite }) {
  // The list has voided results too, which asking for the result itself refuses.
  const result = useLoad(
    `result ${invite.id}`,
    async (signal) =>
      (await client.results.list({ invite_id: invite.id, limit: 1 }, { signal })).data[0] ?? null,
    { live: ['assessment.completed', 'passport.updated'] },
  )
  return (
    <Card title="Result">
      <WhenLoaded of={result} lines={4}>
        {(data) =>
          data === null ? <Notice tone="plain">The result was removed.</Notice> : <Scored {...data} />
        }
      </WhenLoaded>
    </Card>
  )
}

function Scored(result: Result) {
  const { score, max_score: most, percent: reached, passed, pass_mark: mark, sections, integrity } = result
  return (
    <div class="stack">
      {result.status === 'voided' && (
        <Notice tone="bad">Voided: its evidence was revoked, so it counts for nothing.</Notice>
      )}
      <p class="row">
        <span class="result-score">{`${score} of ${most}`}</span>
        <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'passed' : 'not passed'}</Badge>
        <span class="faint">{`${percent(reached / 100)}, passed from ${mark}%`}</span>
      </p>
      <Meter label={`${reached} percent`} share={reached / 100} tone={passed ? 'good' : 'warn'} />
      <Facts
        of={[
          ['SCI', <Effect {...result} />],
          ['Handed in', <Time at={result.submitted_at} />],
          [
            'Time taken',
            `${remaining(result.time_taken_seconds * 1_000)}${result.completion === 'timed_out' ? ', too late' : ''}`,
          ],
          ['Evidence', <Id of={result.evidence_id} to={`/evidence/${result.evidence_id}`} />],
        ]}
      />
      {sections.length > 0 && <Sections sections={sections} />}
      {integrity !== null && <Json label="Integrity" value={integrity} />}
    </div>
  )
}

/** What it did to the passport. */
function Effect({ user_id, skill, sci_effect: { before, after, tier_before, tier_after } }: Result) {
  return (
    <Link to={`/passports/${user_id}/${skill}`}>
      {`${before} → ${after}, ${tier_before === tier_after ? `still ${tier_after}` : `${tier_before} → ${tier_after}`}`}
    </Link>
  )
}

function Sections({ sections }: Pick<Result, 'sections'>) {
  return (
    <ul class="bars">
      {sections.map(({ name, score, max_score: most }, index) => (
        <li key={`${index} ${name}`}>
          <span class="bars-name" dir="auto">
            {name}
          </span>
          <span class="numeric nowrap">{`${score} of ${most}`}</span>
          <Meter label={`${name}: ${score} of ${most}`} share={most === 0 ? 0 : score / most} tone="info" />
        </li>
      ))}
    </ul>
  )
}
