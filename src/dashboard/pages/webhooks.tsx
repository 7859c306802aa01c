import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Badge, Status } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty.tsx'
import { Link } from '../components/link.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { Table, type Column } from '../components/table.tsx'
import { Text } from '../components/text.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { count } from '../format.ts'
import { navigate } from '../router.ts'
import { useListing } from '../use-listing.ts'
import { useLoad } from '../use-load.ts'
import { healthOf, type Health } from '../webhooks/health.ts'
import { Secret } from '../webhooks/secret.tsx'
import { Last, Share } from '../webhooks/statistics.tsx'
import type { SecretAnswer, Webhook } from '../webhooks/types.ts'
import { Events } from '../webhooks/webhook-facts.tsx'
import { CreateWebhook } from '../webhooks/webhook-form.tsx'
import { disabledBecause, nameOf } from '../webhooks/webhook-name.ts'

/** Retries tell no event of themselves. */
const everyMs = 5_000

/** Endpoints and listeners, each with how it does. */
export function Webhooks() {
  const [isCreating, setCreating] = useState(false)
  const webhooks = useListing(
    'webhooks',
    async (signal) => await client.webhooks.list({ limit: 20 }, { signal }),
    { live: ['*'], every: everyMs },
  )
  const healths = useHealths(webhooks.data ?? [])
  return (
    <Page
      title="Webhooks"
      actions={
        <Button kind="main" onClick={() => setCreating(true)}>
          Create an endpoint
        </Button>
      }
    >
      <Card flush>
        <WhenLoaded of={webhooks} lines={6}>
          {(rows) =>
            rows.length === 0 ? (
              <NoWebhooks />
            ) : (
              <Table label="Webhooks" columns={columnsOf(healths)} rows={rows} keyOf={({ id }) => id} />
            )
          }
        </WhenLoaded>
        <LoadMore of={webhooks} />
      </Card>
      {isCreating && <Creation onClose={() => setCreating(false)} />}
    </Page>
  )
}

type Healths = ReadonlyMap<string, Health>

function useHealths(webhooks: readonly Webhook[]): Healths {
  const ids = webhooks.map(({ id }) => id)
  const { data } = useLoad(
    `health ${ids.join(' ')}`,
    async (signal) =>
      new Map(await Promise.all(ids.map(async (id) => [id, await healthOf(id, signal)] as const))),
    { live: ['*'], every: everyMs },
  )
  return data ?? new Map()
}

function columnsOf(healths: Healths): readonly Column<Webhook>[] {
  return [
    { head: 'Webhook', cell: (webhook) => <Name of={webhook} /> },
    { head: 'Health', cell: (webhook) => <HealthCell of={webhook} health={healths.get(webhook.id)} /> },
    { head: 'Delivered', cell: ({ stats }) => <Share stats={stats} /> },
    { head: 'Waiting', cell: (webhook) => <span class="nowrap">{waiting(webhook)}</span>, align: 'end' },
    { head: 'Events', cell: ({ events }) => <Events of={events} /> },
    { head: 'Last delivery', cell: ({ id }) => <Last of={healths.get(id)?.last ?? null} /> },
  ]
}

function Name({ of: webhook }: { readonly of: Webhook }) {
  return (
    <Link to={`/webhooks/${webhook.id}`}>
      <Text>{nameOf(webhook)}</Text>
    </Link>
  )
}

interface HealthCellParts {
  readonly of: Webhook
  readonly health: Health | undefined
}

function HealthCell({ of: webhook, health }: HealthCellParts) {
  if (webhook.status === 'disabled')
    return (
      <div>
        <Status of="disabled" />
        <div class="hint">{disabledBecause(webhook)}</div>
      </div>
    )
  if (!health?.failingSince) return <Status of="enabled" />
  return (
    <div>
      <Badge tone="bad">failing</Badge>
      <div class="hint">
        since <Time at={health.failingSince} />
        {health.isLonger && ' or longer'}
      </div>
    </div>
  )
}

function waiting({ status, stats: { pending } }: Webhook): string {
  return pending > 0 && status === 'disabled' ? `${count(pending)} held` : count(pending)
}

function NoWebhooks() {
  return (
    <Empty
      title="Nobody is told of anything yet."
      command="skillpass webhook create https://example.com/hook"
    >
      <p>Send events to an address, or to a server on your machine:</p>
    </Empty>
  )
}

/** Asks for the endpoint, shows its secret once, and goes to it. */
function Creation({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<SecretAnswer | null>(null)
  if (made === null) return <CreateWebhook onCreated={setMade} onClose={onClose} />
  return (
    <Secret title="The endpoint was created" of={made} onClose={() => navigate(`/webhooks/${made.id}`)} />
  )
}
