import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { Page } from '../components/page.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { isDay } from '../days.ts'
import type { PageProps } from '../pages.ts'
import { ChainCheck } from '../passports/chain-check.tsx'
import { EvidenceTable } from '../passports/evidence-table.tsx'
import { Explanation, type Explained } from '../passports/explanation.tsx'
import { NewEvidence } from '../passports/new-evidence.tsx'
import { Verified } from '../passports/tiers.tsx'
import { useQuery } from '../router.ts'
import { useLoad } from '../use-load.ts'

/** Why somebody has this score in a skill, down to the single piece of evidence. */
export function PassportSkillPage({ params: { user = '', skill = '' } }: PageProps) {
  const [{ as_of: given }, change] = useQuery()
  const asOf = given !== undefined && isDay(given) ? given : undefined
  const [isAdding, setAdding] = useState(false)
  const explained = useLoad(
    `${user} ${skill} ${asOf ?? ''}`,
    async (signal) => await explain(user, skill, asOf, signal),
    { live: ['passport.updated'] },
  )
  const { data, reload } = explained
  return (
    <Page
      title={data?.skillName ?? skill}
      parent={{
        to: `/passports/${user}${asOf === undefined ? '' : `?as_of=${asOf}`}`,
        title: data?.person ?? user,
      }}
      aside={data && <Verified is={data.explanation.verified} />}
      actions={data && <Button onClick={() => setAdding(true)}>Add evidence</Button>}
    >
      <search class="filters">
        <FilterInput label="As of" type="date" value={asOf} onChange={(as_of) => change({ as_of })} />
        {asOf !== undefined && (
          <Button kind="quiet" onClick={() => change({ as_of: undefined })}>
            Today
          </Button>
        )}
      </search>
      <WhenLoaded of={explained} lines={10}>
        {(shown) => (
          <>
            <Explanation of={shown} />
            <EvidenceTable of={shown} onDone={reload} />
            <ChainCheck user={user} person={shown.person} />
          </>
        )}
      </WhenLoaded>
      {isAdding && <NewEvidence user={user} skill={skill} onDone={reload} onClose={() => setAdding(false)} />}
    </Page>
  )
}

async function explain(
  userId: string,
  skillKey: string,
  as_of: string | undefined,
  signal: AbortSignal,
): Promise<Explained> {
  const asked = { userId, skillKey, as_of }
  // One after the other where the first refuses for all.
  const explanation = await client.verify.explain(asked, { signal })
  const [{ evidence }, user, skill] = await Promise.all([
    client.verify.skill({ ...asked, evidence: 'chain' }, { signal }),
    client.users.get({ id: userId }, { signal }),
    client.skills.get({ key: explanation.skill }, { signal }),
  ])
  return {
    explanation,
    person: user.display_name,
    skillName: skill.name,
    entries: 'sessions' in evidence ? [] : evidence,
  }
}
