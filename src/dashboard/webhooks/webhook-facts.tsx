import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Text } from '../components/text.tsx'
import { Time } from '../components/time.tsx'
import { OldSecret } from './secret.tsx'
import type { Webhook } from './types.ts'

/** What was chosen for it. */
export function WebhookFacts({ of: webhook }: { readonly of: Webhook }) {
  const { previous_secret_expires_at: previous } = webhook
  return (
    <Card title={webhook.kind === 'listener' ? 'Listener' : 'Endpoint'}>
      <Facts
        of={[
          ['Id', <Id of={webhook.id} />],
          webhook.url !== null && ['URL', <Text>{webhook.url}</Text>],
          webhook.name !== null && ['Name', <Text>{webhook.name}</Text>],
          webhook.description !== null && ['Description', <span dir="auto">{webhook.description}</span>],
          ['Events', <Events of={webhook.events} />],
          ['Acknowledged by', webhook.ack === '2xx' ? 'Status 200 to 299' : 'Status 200 exactly'],
          ['Created', <Time at={webhook.created_at} />],
          ['Secret', <code>{`whsec_…${webhook.secret_last4}`}</code>],
          previous !== null && ['Old secret', <OldSecret until={previous} />],
        ]}
      />
    </Card>
  )
}

export function Events({ of }: { readonly of: readonly string[] }) {
  return (
    <span class="badges">
      {of.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
    </span>
  )
}
