import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Json } from '../components/code.tsx'
import { Empty } from '../components/empty.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import type { LiveEvent } from '../live.ts'
import type { PageProps } from '../pages.ts'
import { useListing } from '../use-listing.ts'
import { useLoad } from '../use-load.ts'
import { DeliveryTable } from '../webhooks/delivery-table.tsx'
import { Resend } from '../webhooks/resend.tsx'
import { Trigger } from '../webhooks/trigger.tsx'
import { useIsSandbox } from '../webhooks/use-is-sandbox.ts'
import { namesOf, useWebhooks } from '../webhooks/use-names.ts'

export function Event({ params: { id = '' } }: PageProps) {
  const event = useLoad(id, async (signal) => await client.events.get({ id }, { signal }))
  const deliveries = useListing(
    id,
    async (signal) => await client.events.deliveries({ id, limit: 25 }, { signal }),
    { live: ['*'], every: 2_000 },
  )
  const names = namesOf(useWebhooks())
  const [shown, open] = useState<'resend' | 'trigger' | null>(null)
  const { data } = event
  const close = (): void => open(null)
  return (
    <Page
      title={data?.event ?? 'Event'}
      parent={{ to: '/events', title: 'Events' }}
      actions={data && <Actions open={open} />}
    >
      <WhenLoaded of={event} lines={10}>
        {(found) => (
          <>
            <Card title="Event">
              <EventFacts of={found} />
            </Card>
            <Card title="Deliveries" flush>
              <WhenLoaded of={deliveries}>
                {(rows) =>
                  rows.length === 0 ? <NoDeliveries id={id} /> : <DeliveryTable rows={rows} names={names} />
                }
              </WhenLoaded>
              <LoadMore of={deliveries} />
            </Card>
            <Card title="Body">
              <Json label="Body of the event" value={found} />
            </Card>
            {shown === 'resend' && <Resend id={id} onDone={deliveries.reload} onClose={close} />}
            {shown === 'trigger' && <Trigger type={found.event} onClose={close} />}
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}

function Actions({ open }: { readonly open: (dialogue: 'resend' | 'trigger') => void }) {
  return (
    <>
      {useIsSandbox() && <Button onClick={() => open('trigger')}>Trigger another</Button>}
      <Button kind="main" onClick={() => open('resend')}>
        Send again
      </Button>
    </>
  )
}

function EventFacts({ of: event }: { readonly of: LiveEvent }) {
  return (
    <Facts
      of={[
        ['Id', <Id of={event.id} />],
        ['Occurred', <Time at={event.occurred_at} />],
        ['Created', <Time at={event.created_at} />],
        ['Sequence', String(event.sequence)],
        'invite_id' in event && ['Invite', <Id of={event.invite_id} to={`/invites/${event.invite_id}`} />],
        'user_id' in event &&
          event.user_id !== null && ['User', <Id of={event.user_id} to={`/passports/${event.user_id}`} />],
        'webhook_id' in event && [
          'Webhook',
          <Id of={event.webhook_id} to={`/webhooks/${event.webhook_id}`} />,
        ],
      ]}
    />
  )
}

function NoDeliveries({ id }: { readonly id: string }) {
  return (
    <Empty
      title="It was sent to nobody: no webhook subscribed to it."
      command={`skillpass event resend ${id}`}
    />
  )
}
