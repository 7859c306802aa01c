import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { FilterSelect } from '../components/filter-select.tsx'
import { Empty } from '../components/empty.tsx'
import { Id } from '../components/id.tsx'
import { Link } from '../components/link.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { Table, type Column } from '../components/table.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import type { LiveEvent } from '../live.ts'
import { useQuery, type Query } from '../router.ts'
import { useListing } from '../use-listing.ts'
import { About } from '../webhooks/about.tsx'
import { eventNames, isEventType } from '../webhooks/event-types.ts'
import { Trigger } from '../webhooks/trigger.tsx'
import { useIsSandbox } from '../webhooks/use-is-sandbox.ts'

/** Everything that happened, newest first. */
export function Events() {
  const [query, change] = useQuery()
  const [isTriggering, setTriggering] = useState(false)
  const { type, user, invite, since } = query
  const events = useListing(
    `${type} ${user} ${invite} ${since}`,
    async (signal) => await client.events.list({ ...filtersOf(query), limit: 25 }, { signal }),
    { live: ['*'] },
  )
  return (
    <Page
      title="Events"
      actions={useIsSandbox() && <Button onClick={() => setTriggering(true)}>Trigger an event</Button>}
    >
      <div class="filters" role="search" aria-label="Events">
        <FilterSelect
          label="Type"
          value={type}
          options={eventNames.map((one) => [one, one])}
          onChange={(value) => change({ type: value })}
        />
        <FilterInput label="User id" value={user} onChange={(value) => change({ user: value })} />
        <FilterInput label="Invite id" value={invite} onChange={(value) => change({ invite: value })} />
        <FilterInput
          label="Since, UTC"
          type="datetime-local"
          value={since}
          onChange={(value) => change({ since: value })}
        />
      </div>
      <Card flush>
        <WhenLoaded of={events} lines={8}>
          {(rows) =>
            rows.length === 0 ? (
              <NoEvents isFiltered={Object.keys(filtersOf(query)).length > 0} />
            ) : (
              <Table label="Events" columns={columns} rows={rows} keyOf={({ id }) => id} />
            )
          }
        </WhenLoaded>
        <LoadMore of={events} />
      </Card>
      {isTriggering && <Trigger onClose={() => setTriggering(false)} />}
    </Page>
  )
}

function filtersOf({ type = '', user, invite, since }: Query) {
  const at = Date.parse(`${since}Z`)
  return {
    ...(isEventType(type) && { type }),
    ...(user !== undefined && { user_id: user }),
    ...(invite !== undefined && { invite_id: invite }),
    ...(!Number.isNaN(at) && { since: new Date(at).toISOString() }),
  }
}

const columns: readonly Column<LiveEvent>[] = [
  { head: 'Event', cell: ({ id, event }) => <Link to={`/events/${id}`}>{event}</Link> },
  { head: 'About', cell: (event) => <About of={event} /> },
  { head: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
  { head: 'Id', cell: ({ id }) => <Id of={id} /> },
]

function NoEvents({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No event is one of these." />
  return <Empty title="Nothing happened yet." command="skillpass event trigger invite.created" />
}
