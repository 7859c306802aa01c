import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { ErrorPanel } from '../components/error-panel.tsx'
import { Link } from '../components/link.tsx'
import { Text } from '../components/text.tsx'
import { serviceNow } from '../clock.ts'
import { useLoad } from '../use-load.ts'
import { findConcerns, type Concern } from './concerns.ts'

/** Looking for them asks for several lists. */
const gapMs = 10_000

/** What somebody should look at, the worst first. */
export function Attention() {
  const { data, error, reload } = useLoad(
    'concerns',
    async (signal) => await findConcerns(serviceNow(), signal),
    { live: ['*'], gap: gapMs },
  )
  if (error !== undefined) return <ErrorPanel error={error} onRetry={reload} />
  if (data === undefined) return null
  return (
    <Card title="Needs attention">
      {data.length === 0 && (
        <p class="faint">Nothing: no endpoint fails, and no key or invite is about to expire.</p>
      )}
      <ul class="concerns">
        {data.map((concern) => (
          <Line key={concern.to} {...concern} />
        ))}
      </ul>
    </Card>
  )
}

function Line({ tone, what, to, name, text }: Concern) {
  return (
    <li>
      <Badge tone={tone}>{what}</Badge>
      <Link to={to}>
        <Text>{name}</Text>
      </Link>
      <span>{text}</span>
    </li>
  )
}
