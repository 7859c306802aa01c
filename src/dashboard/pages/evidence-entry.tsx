import { client } from '../client.ts'
import { Status } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Page } from '../components/page.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { dayName } from '../format.ts'
import type { PageProps } from '../pages.ts'
import { EvidenceActions } from '../passports/evidence-actions.tsx'
import { evidenceName } from '../passports/evidence-words.ts'
import type { Entry } from '../passports/explanation.tsx'
import { useLoad } from '../use-load.ts'

export function EvidenceEntry({ params: { id = '' } }: PageProps) {
  const entry = useLoad(id, async (signal) => await client.evidence.get({ id }, { signal }), {
    live: ['passport.updated'],
  })
  const { data } = entry
  return (
    <Page
      title={data === undefined ? 'Evidence' : evidenceName(data)}
      parent={
        data === undefined
          ? { to: '/passports', title: 'Passports' }
          : { to: `/passports/${data.user_id}/${data.skill}`, title: `${data.user_id} in ${data.skill}` }
      }
      aside={data && <Status of={data.status} />}
      actions={data && <EvidenceActions entry={data} onDone={entry.reload} />}
    >
      <WhenLoaded of={entry} lines={8}>
        {(shown) => (
          <>
            <Saying entry={shown} />
            <Recorded entry={shown} />
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}

function Saying({ entry }: { readonly entry: Entry }) {
  const { user_id: user, skill, partner_id: partner, endorser_id: endorser, url, summary } = entry
  return (
    <Card title="What it says">
      <div class="stack">
        {summary !== null && (
          <p dir="auto" class="prose">
            {summary}
          </p>
        )}
        <Facts
          of={[
            ['User', <Id of={user} to={`/passports/${user}`} />],
            ['Skill', skill],
            ['Happened on', dayName(entry.occurred_on)],
            ['Quality', entry.quality.toFixed(2)],
            ['Weight today', entry.counted ? entry.weight.toFixed(2) : 'none: it does not count'],
            partner !== null && ['Partner', <bdi>{partner}</bdi>],
            endorser !== null && ['Endorser', <Id of={endorser} to={`/passports/${endorser}`} />],
            entry.status_reason !== null && ['Reason', <bdi>{entry.status_reason}</bdi>],
            url !== null && [
              'Read more',
              <a href={url} target="_blank" rel="noreferrer">
                {url}
              </a>,
            ],
          ]}
        />
      </div>
    </Card>
  )
}

function Recorded({ entry: { id, recorded_at, actor, source, hash, prev_hash } }: { readonly entry: Entry }) {
  return (
    <Card title="Record">
      <Facts
        of={[
          ['Id', <Id of={id} />],
          ['Recorded', <Time at={recorded_at} />],
          ['By', <Id of={actor} {...(actor.startsWith('key_') && { to: `/keys/${actor}` })} />],
          source !== null && ['Source', <bdi>{source}</bdi>],
          ['Hash', <Id of={hash} />],
          ['Hash of the entry before', <Id of={prev_hash} />],
        ]}
      />
    </Card>
  )
}
