import { useState } from 'preact/hooks'
import type { SkillpassError } from '../../sdk/errors.ts'
import { asSkillpassError, client } from '../client.ts'
import { Status } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty.tsx'
import { ErrorPanel } from '../components/error-panel.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Page } from '../components/page.tsx'
import { Countdown, Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import type { PageProps } from '../pages.ts'
import { toast } from '../toasts.ts'
import { useLoad } from '../use-load.ts'
import { AttemptDetails } from '../webhooks/attempt-details.tsx'
import { explainOutcome } from '../webhooks/outcome.ts'
import { Timeline } from '../webhooks/timeline.tsx'
import type { DetailedDelivery } from '../webhooks/types.ts'
import { namesOf, useWebhooks } from '../webhooks/use-names.ts'

export function Delivery({ params: { id = '' } }: PageProps) {
  const delivery = useLoad(id, async (signal) => await client.deliveries.get({ id }, { signal }), {
    live: ['*'],
    every: 2_000,
  })
  const [error, setError] = useState<SkillpassError | null>(null)
  const { data } = delivery
  return (
    <Page
      title={data?.event_type ?? 'Delivery'}
      parent={{ to: '/deliveries', title: 'Deliveries' }}
      aside={data && <Status of={data.status} />}
      actions={data && <Retry of={data} onDone={delivery.reload} onError={setError} />}
    >
      {error !== null && <ErrorPanel error={error} />}
      <WhenLoaded of={delivery} lines={10}>
        {(found) => (
          <>
            <Card title="Delivery">
              <DeliveryFacts of={found} />
            </Card>
            <Card title="Retry schedule">
              <div class="stack">
                <p>{outlookOf(found)}</p>
                <Timeline of={found} />
              </div>
            </Card>
            <Card title="Attempts" flush>
              <Attempts of={found} />
            </Card>
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}

interface RetryParts {
  readonly of: DetailedDelivery
  readonly onDone: () => void
  readonly onError: (error: SkillpassError | null) => void
}

function Retry({ of: { id, status }, onDone, onError }: RetryParts) {
  const [isBusy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    const refused = await client.deliveries.retry({ id }).then(() => null, asSkillpassError)
    setBusy(false)
    onError(refused)
    if (refused === null) toast('Sent once more')
    onDone()
  }
  return (
    <Button kind="main" isBusy={isBusy} onClick={() => void retry()}>
      {status === 'succeeded' ? 'Send again' : 'Retry now'}
    </Button>
  )
}

function DeliveryFacts({ of: delivery }: { readonly of: DetailedDelivery }) {
  const { next_attempt_at: next, completed_at: completed, deadline_at: deadline } = delivery
  const name = namesOf(useWebhooks()).get(delivery.webhook_id)
  return (
    <Facts
      of={[
        ['Id', <Id of={delivery.id} />],
        ['Event', <Id of={delivery.event_id} to={`/events/${delivery.event_id}`} />],
        ['Webhook', <Id of={delivery.webhook_id} to={`/webhooks/${delivery.webhook_id}`} />],
        name !== undefined && ['Sent to', name],
        ['Created', <Time at={delivery.created_at} />],
        ['Attempts', String(delivery.attempt_count)],
        next !== null && ['Next attempt', <Countdown to={next} over="now" />],
        completed === null && deadline !== null && ['Given up', <Time at={deadline} />],
        completed !== null && ['Finished', <Time at={completed} />],
      ]}
    />
  )
}

function outlookOf({ status, last_outcome: outcome }: DetailedDelivery): string {
  const why = outcome === null || outcome === 'succeeded' ? '' : ` ${explainOutcome(outcome)}`
  return `${outlooks[status]}${why}`
}

const outlooks: Readonly<Record<DetailedDelivery['status'], string>> = {
  pending: 'It is about to be sent.',
  delivering: 'An attempt is under way.',
  succeeded: 'It arrived.',
  retrying: 'It failed and is tried again by itself, up to 13 times in 72 hours.',
  exhausted: 'It was given up after the last attempt. Retry it by hand, or replay its webhook.',
  held: 'It waits until its webhook is enabled.',
  cancelled: 'It was cancelled: its webhook was deleted, or enabled without what was held.',
}

function Attempts({ of: { attempts } }: { readonly of: DetailedDelivery }) {
  if (attempts.length === 0) return <Empty title="Nothing was sent yet." />
  return (
    <div class="attempts">
      {attempts.toReversed().map((attempt, index) => (
        <AttemptDetails key={attempt.number} of={attempt} isOpen={index === 0} />
      ))}
    </div>
  )
}
