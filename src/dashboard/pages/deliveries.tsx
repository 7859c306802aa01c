import { choices } from '../../sdk/choices.gen.ts'
import { client } from '../client.ts'
import { Card } from '../components/card.tsx'
import { FilterSelect } from '../components/filter-select.tsx'
import { Empty } from '../components/empty.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { useQuery, type Query } from '../router.ts'
import { useListing } from '../use-listing.ts'
import { DeliveryTable } from '../webhooks/delivery-table.tsx'
import { eventNames } from '../webhooks/event-types.ts'
import { matching } from '../webhooks/matching.ts'
import type { Delivery } from '../webhooks/types.ts'
import { namesOf, useWebhooks } from '../webhooks/use-names.ts'

const { status: statuses } = choices['deliveries.list']

/** Everything that was sent or is to be sent, newest first. */
export function Deliveries() {
  const [query, change] = useQuery()
  const names = namesOf(useWebhooks())
  const { webhook, status, type } = query
  const deliveries = useListing(
    `${webhook} ${status} ${type}`,
    async (signal) => await pageOf(query, signal),
    { live: ['*'], every: 3_000 },
  )
  return (
    <Page title="Deliveries">
      <div class="filters" role="search" aria-label="Deliveries">
        <FilterSelect
          label="Status"
          value={status}
          options={statuses.map((one) => [one, one])}
          onChange={(value) => change({ status: value })}
        />
        <FilterSelect
          label="Event"
          value={type}
          options={eventNames.map((one) => [one, one])}
          onChange={(value) => change({ type: value })}
        />
        <FilterSelect
          label="Webhook"
          value={webhook}
          options={[...names]}
          onChange={(value) => change({ webhook: value })}
        />
      </div>
      <Card flush>
        <WhenLoaded of={deliveries} lines={8}>
          {(rows) =>
            rows.length === 0 ? (
              <NoDeliveries
                isFiltered={webhook !== undefined || status !== undefined || type !== undefined}
                hasMore={deliveries.hasMore}
              />
            ) : (
              <DeliveryTable rows={rows} names={names} />
            )
          }
        </WhenLoaded>
        <LoadMore of={deliveries} />
      </Card>
    </Page>
  )
}

/** The service filters by all but the type of the event. */
async function pageOf({ webhook, status, type }: Query, signal: AbortSignal) {
  const known = statuses.find((one) => one === status)
  const asked = {
    ...(webhook !== undefined && { webhook_id: webhook }),
    ...(known !== undefined && { status: known }),
  }
  if (type === undefined) return await client.deliveries.list({ ...asked, limit: 25 }, { signal })
  const first = await client.deliveries.list({ ...asked, limit: 100 }, { signal })
  return await matching<Delivery>(first, ({ event_type: one }) => one === type)
}

interface NoDeliveriesParts {
  readonly isFiltered: boolean
  readonly hasMore: boolean
}

function NoDeliveries({ isFiltered, hasMore }: NoDeliveriesParts) {
  if (hasMore) return <Empty title="None of the newest 1,000 is one of these." />
  if (isFiltered) return <Empty title="No delivery is one of these." />
  return (
    <Empty
      title="Nothing was sent yet."
      command="skillpass webhook listen --forward-to http://127.0.0.1:3000/hook"
    >
      <p>Deliveries begin with a webhook, and with something that happens:</p>
    </Empty>
  )
}
