import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Status } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Command } from '../components/command.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import type { PageProps } from '../pages.ts'
import { AsOfSlider } from '../passports/as-of-slider.tsx'
import { Curves } from '../passports/curves.tsx'
import { NewEvidence } from '../passports/new-evidence.tsx'
import { SkillTable } from '../passports/skill-table.tsx'
import { Verified, type Passport } from '../passports/tiers.tsx'
import { useAsOf, usePassport } from '../passports/use-passport.ts'
import { useLoad } from '../use-load.ts'

export function PassportPage({ params: { user = '' } }: PageProps) {
  const asOf = useAsOf()
  const passport = usePassport(user, asOf.day)
  const [isAdding, setAdding] = useState(false)
  const { data, error } = passport
  const parent = { to: '/passports', title: 'Passports' }
  if (error?.code === 'USER_ERASED') return <Erased id={user} parent={parent} />
  return (
    <Page
      title={data?.displayName ?? 'Passport'}
      parent={parent}
      aside={
        data && (
          <>
            <Verified is={data.verified} />
            {data.status === 'suspended' && <Status of="suspended" />}
          </>
        )
      }
      actions={data && <Button onClick={() => setAdding(true)}>Add evidence</Button>}
    >
      <WhenLoaded of={passport} lines={8}>
        {(shown) => (
          <>
            {shown.status === 'suspended' && <Suspended id={user} />}
            <Person passport={shown} />
            {shown.skills.length > 0 && (
              <Card title="As time passes">
                <Curves user={user} updatedAt={shown.updatedAt} skills={shown.skills} />
                <AsOfSlider {...asOf} />
              </Card>
            )}
            <SkillTable passport={shown} asOf={asOf.chosen} />
          </>
        )}
      </WhenLoaded>
      {isAdding && <NewEvidence user={user} onDone={passport.reload} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Person({ passport: { user_id: id, updatedAt, model } }: { readonly passport: Passport }) {
  const user = useLoad(`${id} ${updatedAt}`, async (signal) => await client.users.get({ id }, { signal }))
  const { data } = user
  return (
    <Card title="Person">
      <Facts
        of={[
          ['Id', <Id of={id} />],
          data !== undefined && ['E-mail', data.email === null ? 'none' : <bdi>{data.email}</bdi>],
          data !== undefined && ['Since', <Time at={data.created_at} />],
          ['Changed', <Time at={updatedAt} />],
          ['Scored by', <code>{model}</code>],
        ]}
      />
    </Card>
  )
}

function Suspended({ id }: { readonly id: string }) {
  return (
    <Notice tone="warn">
      <p>This user is suspended: nothing is verified, whatever the evidence says.</p>
      <Command text={`skillpass user update ${id} --status active`} />
    </Notice>
  )
}

interface ErasedParts {
  readonly id: string
  readonly parent: { readonly to: string; readonly title: string }
}

function Erased({ id, parent }: ErasedParts) {
  return (
    <Page title="Erased user" parent={parent} aside={<Status of="erased" />}>
      <Card title="Person">
        <div class="stack">
          <Facts of={[['Id', <Id of={id} />]]} />
          <p>
            Everything about this person was erased at their wish: profile, evidence and results. The id stays
            taken, so that it never means anybody else.
          </p>
        </div>
      </Card>
    </Page>
  )
}
