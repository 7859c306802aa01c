import { Card } from '../components/card.tsx'
import { Countdown, Time } from '../components/time.tsx'
import type { Column } from '../components/table.tsx'
import { Table } from '../components/table.tsx'
import type { ApiKey } from './api-key.ts'

interface Secret {
  readonly last4: string
  readonly isOutgoing: boolean
  readonly lastUsedAt: string | null
  readonly endsAt: string | null
}

/** The secrets that open this key, and what tells whether the outgoing one is still in use. */
export function Secrets({ of: key }: { readonly of: ApiKey }) {
  const { previous } = key
  const secrets: Secret[] = [
    { last4: key.last4, isOutgoing: false, lastUsedAt: key.last_used_at, endsAt: key.expires_at },
  ]
  if (previous !== null)
    secrets.push({
      last4: previous.last4,
      isOutgoing: true,
      lastUsedAt: previous.last_used_at,
      endsAt: previous.expires_at,
    })
  return (
    <Card title="Secrets" flush>
      <Table label="Secrets" columns={columns} rows={secrets} keyOf={(secret) => secret.last4} />
    </Card>
  )
}

const columns: readonly Column<Secret>[] = [
  { head: 'Secret', cell: ({ last4 }) => <code>{`…${last4}`}</code> },
  { head: 'Which', cell: ({ isOutgoing }) => (isOutgoing ? 'outgoing, after a rotation' : 'current') },
  { head: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { head: 'Ends', cell: (secret) => <End {...secret} /> },
]

function End({ isOutgoing, endsAt }: Secret) {
  if (!isOutgoing || endsAt === null) return <Time at={endsAt} />
  return (
    <span class="numeric">
      in <Countdown to={endsAt} over="a moment" />
    </span>
  )
}
