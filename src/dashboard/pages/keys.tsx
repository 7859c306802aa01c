import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Badge, Status } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty.tsx'
import { Link } from '../components/link.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { SecretDialog } from '../components/secret-dialog.tsx'
import { Table, type Column } from '../components/table.tsx'
import { Text } from '../components/text.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { count } from '../format.ts'
import { maskOf, type ApiKey, type KeyWithSecret } from '../keys/api-key.ts'
import { CreateKey } from '../keys/create-key.tsx'
import { KeySparkline } from '../keys/key-usage.tsx'
import { navigate } from '../router.ts'
import { useListing } from '../use-listing.ts'

export function Keys() {
  const keys = useListing('keys', async (signal) => await client.keys.list({ limit: 50 }, { signal }))
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<KeyWithSecret | null>(null)
  const show = (key: KeyWithSecret): void => {
    setCreating(false)
    setCreated(key)
    keys.reload()
  }
  const create = (
    <Button kind="main" onClick={() => setCreating(true)}>
      Create key
    </Button>
  )
  return (
    <Page title="API keys" actions={create}>
      <Card flush>
        <WhenLoaded of={keys} lines={6}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="There are no keys." command="skillpass key create CI --scopes assess" />
            ) : (
              <Table label="API keys" columns={columns} rows={rows} keyOf={(key) => key.id} />
            )
          }
        </WhenLoaded>
        <LoadMore of={keys} />
      </Card>
      {isCreating && <CreateKey onCreated={show} onClose={() => setCreating(false)} />}
      {created !== null && (
        <SecretDialog
          title={`The key ${created.name}`}
          what="API key"
          secret={created.secret}
          onStored={() => navigate(`/keys/${created.id}`)}
        />
      )}
    </Page>
  )
}

const columns: readonly Column<ApiKey>[] = [
  {
    head: 'Name',
    cell: (key) => (
      <Link to={`/keys/${key.id}`}>
        <Text>{key.name}</Text>
      </Link>
    ),
  },
  { head: 'Key', cell: (key) => <code class="nowrap">{maskOf(key)}</code> },
  { head: 'Status', cell: (key) => <Status of={key.status} /> },
  {
    head: 'Scopes',
    cell: ({ scopes }) => (
      <span class="badges">
        {scopes.slice(0, 3).map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
        {scopes.length > 3 && <Badge>{`+${scopes.length - 3}`}</Badge>}
      </span>
    ),
  },
  { head: 'Tier', cell: (key) => key.tier },
  { head: 'Limit', cell: (key) => <span class="nowrap">{`${count(key.rate_limit.per_minute)} / min`}</span> },
  { head: 'Last used', cell: (key) => <Time at={key.last_used_at} /> },
  { head: 'Usage', cell: (key) => (key.last_used_at === null ? '–' : <KeySparkline id={key.id} />) },
]
