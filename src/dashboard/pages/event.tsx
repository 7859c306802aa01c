import { client } from '../client.ts'
import { Status } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { Json } from '../components/code.tsx'
import { Empty } from '../components/empty.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Link } from '../components/link.tsx'
import { Page } from '../components/page.tsx'
import { Table, type Column } from '../components/table.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import type { Output } from '../../contract/index.ts'
import type { PageProps } from '../pages.ts'
import { useLoad } from '../use-load.ts'

type Delivery = Output<'deliveries', 'list'>['data'][number]

/** What was told, and to whom it was sent. */
export function EventPage({ params: { id = '' } }: PageProps) {
  const event = useLoad(id, async (signal) => await client.events.get({ id }, { signal }))
  const { data } = event
  return (
    <Page title={data?.event ?? 'Event'} parent={parentOf(data)}>
      <WhenLoaded of={event} lines={8}>
        {(shown) => (
          <>
            <Card title="Event">
              <Facts
                of={[
                  ['Id', <Id of={shown.id} />],
                  ['Happened', <Time at={shown.occurred_at} />],
                  ['Told', <Time at={shown.created_at} />],
                  ...subjectsOf(shown),
                ]}
              />
            </Card>
            <Deliveries id={shown.id} />
            <Card title="Body">
              <Json label="Body of the event" value={shown} />
            </Card>
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}

type Event = Output<'events', 'get'>

function parentOf(event: Event | undefined) {
  return event !== undefined && 'invite_id' in event
    ? { to: `/invites/${event.invite_id}`, title: 'Invite' }
    : { to: '/', title: 'Overview' }
}

function subjectsOf(event: Event) {
  const user = 'user_id' in event ? event.user_id : null
  return [
    'invite_id' in event &&
      (['Invite', <Id of={event.invite_id} to={`/invites/${event.invite_id}`} />] as const),
    user !== null && (['User', <Id of={user} to={`/passports/${user}`} />] as const),
  ]
}

function Deliveries({ id }: { readonly id: string }) {
  const deliveries = useLoad(
    `deliveries ${id}`,
    async (signal) => await client.deliveries.list({ event_id: id, limit: 100 }, { signal }),
    { every: 5_000 },
  )
  return (
    <Card title="Deliveries" flush>
      <WhenLoaded of={deliveries}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty
              title="No endpoint wanted it."
              command="skillpass webhook create https://example.com/hook"
            />
          ) : (
            <Table
              label="Deliveries, newest first"
              columns={columns}
              rows={data}
              keyOf={(delivery) => delivery.id}
            />
          )
        }
      </WhenLoaded>
    </Card>
  )
}

const columns: readonly Column<Delivery>[] = [
  { head: 'Delivery', cell: ({ id }) => <Link to={`/deliveries/${id}`}>{id}</Link> },
  { head: 'Status', cell: ({ status }) => <Status of={status} /> },
  { head: 'Attempts', cell: ({ attempt_count: attempts }) => attempts },
  { head: 'Next', cell: ({ next_attempt_at: at }) => <Time at={at} never="none" /> },
]
