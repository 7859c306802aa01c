import { client } from '../client.ts'
import { Status } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Page } from '../components/page.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import type { PageProps } from '../pages.ts'
import { useLoad } from '../use-load.ts'

export function Key({ params: { id = '' } }: PageProps) {
  const key = useLoad(id, async (signal) => await client.keys.get({ id }, { signal }))
  return (
    <Page
      title={key.data?.name ?? 'API key'}
      parent={{ to: '/keys', title: 'API keys' }}
      aside={key.data && <Status of={key.data.status} />}
    >
      <Card title="Key">
        <WhenLoaded of={key}>
          {(data) => (
            <Facts
              of={[
                ['Id', <Id of={data.id} />],
                ['Created', <Time at={data.created_at} />],
              ]}
            />
          )}
        </WhenLoaded>
      </Card>
    </Page>
  )
}
