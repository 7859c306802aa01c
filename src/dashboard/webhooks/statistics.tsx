import { Card } from '../components/card.tsx'
import { Facts } from '../components/facts.tsx'
import { Link } from '../components/link.tsx'
import { Time } from '../components/time.tsx'
import { count, percent } from '../format.ts'
import { successShare, type Health } from './health.ts'
import { briefly } from './outcome.ts'
import type { Delivery, Webhook } from './types.ts'

interface StatisticsParts {
  readonly webhook: Webhook
  readonly health: Health | undefined
}

/** How its deliveries went. */
export function Statistics({ webhook: { id, status, stats }, health }: StatisticsParts) {
  const held = status === 'disabled'
  return (
    <Card title="Last 30 days">
      <Facts
        of={[
          ['Delivered', <Share stats={stats} />],
          ['Succeeded', listed(id, 'succeeded', stats.succeeded)],
          ['Given up', listed(id, 'exhausted', stats.failed)],
          held ? ['Held', listed(id, 'held', stats.pending)] : ['Under way', count(stats.pending)],
          ['Last delivery', <Last of={health?.last ?? null} />],
        ]}
      />
    </Card>
  )
}

export function Share({ stats }: Pick<Webhook, 'stats'>) {
  const share = successShare(stats)
  if (share === null) return <span class="faint">–</span>
  return (
    <div class="share-of">
      <span class="numeric">{percent(share)}</span>
      <div class="share" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

function listed(id: string, status: Delivery['status'], number: number) {
  if (number === 0) return '0'
  return <Link to={`/deliveries?webhook=${id}&status=${status}`}>{count(number)}</Link>
}

export function Last({ of }: { readonly of: Delivery | null }) {
  if (of === null) return <span class="faint">none</span>
  return (
    <Link to={`/deliveries/${of.id}`}>
      <Time at={of.created_at} />
      {of.last_outcome !== null && `, ${briefly(of.last_outcome)}`}
    </Link>
  )
}
