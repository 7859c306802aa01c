import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Time } from '../components/time.tsx'
import { count } from '../format.ts'
import { maskOf, type ApiKey } from './api-key.ts'

export function KeyFacts({ of: key }: { readonly of: ApiKey }) {
  const { per_minute: perMinute, burst } = key.rate_limit
  return (
    <Card title="Key">
      <div class="stack">
        <Facts
          of={[
            ['Id', <Id of={key.id} />],
            ['Key', <code>{maskOf(key)}</code>],
            ['Tier', key.tier],
            ['Limit', `${count(perMinute)} a minute, ${count(burst)} at once`],
            ['Daily quota', key.daily_quota === null ? 'none' : `${count(key.daily_quota)} requests`],
            ['Created', <Time at={key.created_at} />],
            ['Last used', <Time at={key.last_used_at} />],
            ['Expires', <Time at={key.expires_at} />],
            key.revoked_at !== null && ['Revoked', <Time at={key.revoked_at} />],
            ['Scopes', <Names of={key.scopes} />],
          ]}
        />
        <details>
          <summary>{`What it may do: ${key.permissions.length} single scopes`}</summary>
          <Names of={key.permissions} />
        </details>
      </div>
    </Card>
  )
}

function Names({ of: names }: { readonly of: readonly string[] }) {
  return (
    <span class="badges">
      {names.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
    </span>
  )
}
