import { Status } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { Link } from '../components/link.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { Table, type Column } from '../components/table.tsx'
import { Text } from '../components/text.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { isUserId, searchUsers, type User } from '../passports/search-users.ts'
import { useQuery } from '../router.ts'
import { useListing } from '../use-listing.ts'

export function Passports() {
  const [{ q: text = '' }, change] = useQuery()
  const users = useListing(`users ${text}`, async (signal) => await searchUsers(text, signal), {
    live: ['invite.accepted', 'passport.updated'],
  })
  return (
    <Page title="Passports">
      <search class="filters filters-wide">
        <FilterInput
          label="Search by name, e-mail or id"
          type="search"
          value={text}
          isEager
          onChange={(q) => change({ q })}
        />
      </search>
      <Card flush>
        <WhenLoaded of={users} lines={8}>
          {(rows) =>
            rows.length === 0 ? (
              <Nobody text={text} hasMore={users.hasMore} />
            ) : (
              <Table label="Users" columns={columns} rows={rows} keyOf={({ id }) => id} />
            )
          }
        </WhenLoaded>
        <LoadMore of={users} />
      </Card>
    </Page>
  )
}

function Nobody({ text, hasMore }: { readonly text: string; readonly hasMore: boolean }) {
  if (text === '')
    return <Empty title="There are no users." command="skillpass user create --name 'Kim Doe'" />
  return (
    <Empty title={hasMore ? 'Nobody yet: there are more users to look through.' : 'Nobody matches.'}>
      {hasMore && isUserId(text) && (
        <Link to={`/passports/${text}`}>
          Go to the passport of the id <code>{text}</code>
        </Link>
      )}
    </Empty>
  )
}

const columns: readonly Column<User>[] = [
  {
    head: 'Name',
    cell: (user) => (
      <Link to={`/passports/${user.id}`}>
        <Text>{user.display_name}</Text>
      </Link>
    ),
  },
  {
    head: 'E-mail',
    cell: ({ email }) => (email === null ? <span class="faint">none</span> : <Text>{email}</Text>),
  },
  {
    head: 'Id',
    cell: ({ id }) => (
      <code>
        <Text>{id}</Text>
      </code>
    ),
  },
  { head: 'Status', cell: ({ status }) => <Status of={status} /> },
  { head: 'Changed', cell: ({ updated_at: at }) => <Time at={at} /> },
]
