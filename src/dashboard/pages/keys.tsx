import { client } from '../client.ts'
import { Card } from '../components/card.tsx'
import { Status } from '../components/badge.tsx'
import { Empty } from '../components/empty.tsx'
import { Link } from '../components/link.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { Table, type Column } from '../components/table.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import type { Output } from '../../contract/index.ts'
import { useListing } from '../use-listing.ts'

type ApiKey = Output<'keys', 'get'>

export function Keys() {
  const keys = useListing('keys', async (signal) => await client.keys.list({ limit: 50 }, { signal }))
  return (
    <Page title="API keys">
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
    </Page>
  )
}

const columns: readonly Column<ApiKey>[] = [
  { head: 'Name', cell: (key) => <Link to={`/keys/${key.id}`}>{key.name}</Link> },
  { head: 'Key', cell: (key) => <code>{`${key.prefix}…${key.last4}`}</code> },
  { head: 'Status', cell: (key) => <Status of={key.status} /> },
  { head: 'Last used', cell: (key) => <Time at={key.last_used_at} /> },
]
