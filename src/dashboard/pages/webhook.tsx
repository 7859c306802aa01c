import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Status } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty.tsx'
import { Link } from '../components/link.tsx'
import { Page } from '../components/page.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import type { PageProps } from '../pages.ts'
import { useQuery } from '../router.ts'
import { useLoad } from '../use-load.ts'
import { DeliveryTable } from '../webhooks/delivery-table.tsx'
import { healthOf } from '../webhooks/health.ts'
import { ReplayProgress } from '../webhooks/replay.tsx'
import { Statistics } from '../webhooks/statistics.tsx'
import { Trouble } from '../webhooks/trouble.tsx'
import { WebhookButtons, WebhookDialogue, type Dialogue } from '../webhooks/webhook-actions.tsx'
import { WebhookFacts } from '../webhooks/webhook-facts.tsx'
import { nameOf } from '../webhooks/webhook-name.ts'

/** Retries tell no event of themselves. */
const fresh = { live: ['*'], every: 2_000 } as const
const shownDeliveries = 10

export function Webhook({ params: { id = '' } }: PageProps) {
  const webhook = useLoad(id, async (signal) => await client.webhooks.get({ id }, { signal }), fresh)
  const health = useLoad(id, async (signal) => await healthOf(id, signal), fresh)
  const deliveries = useLoad(id, async (signal) => await recent(id, signal), fresh)
  const [shown, open] = useState<Dialogue | null>(null)
  const [{ replay }, changeQuery] = useQuery()
  const reload = (): void => {
    for (const one of [webhook, health, deliveries]) one.reload()
  }
  const { data } = webhook
  return (
    <Page
      title={data === undefined ? 'Webhook' : nameOf(data)}
      parent={{ to: '/webhooks', title: 'Webhooks' }}
      aside={data && <Status of={data.status} />}
      actions={data && <WebhookButtons webhook={data} open={open} onTested={reload} />}
    >
      <WhenLoaded of={webhook} lines={10}>
        {(found) => (
          <>
            <Trouble webhook={found} health={health.data} onEnable={() => open('enable')} />
            {replay !== undefined && (
              <ReplayProgress webhookId={id} id={replay} onClose={() => changeQuery({ replay: undefined })} />
            )}
            <WebhookFacts of={found} />
            <Statistics webhook={found} health={health.data} />
            <Card flush title="Deliveries" actions={<Link to={`/deliveries?webhook=${id}`}>See all</Link>}>
              <WhenLoaded of={deliveries}>{(rows) => <Recent rows={rows} id={id} />}</WhenLoaded>
            </Card>
            <WebhookDialogue webhook={found} shown={shown} onDone={reload} onClose={() => open(null)} />
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}

async function recent(id: string, signal: AbortSignal) {
  return (await client.deliveries.list({ webhook_id: id, limit: shownDeliveries }, { signal })).data
}

function Recent({ rows, id }: { readonly rows: Awaited<ReturnType<typeof recent>>; readonly id: string }) {
  if (rows.length > 0) return <DeliveryTable rows={rows} />
  return <Empty title="Nothing was sent to it yet." command={`skillpass webhook test ${id}`} />
}
