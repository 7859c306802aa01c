import { useState } from 'preact/hooks'
import type { Output } from '../../contract/index.ts'
import { client } from '../client.ts'
import { Status } from '../components/badge.tsx'
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
import { filtersOf, InviteFilters, isFiltered } from '../invites/invite-filters.tsx'
import { isOpen } from '../invites/invite-status.ts'
import { NewInvite } from '../invites/new-invite.tsx'
import { useQuery } from '../router.ts'
import { useListing } from '../use-listing.ts'

type Invite = Output<'invites', 'get'>

export function Invites() {
  const [query] = useQuery()
  const [isAdding, setAdding] = useState(false)
  const filters = filtersOf(query)
  const invites = useListing(
    `invites ${JSON.stringify(filters)}`,
    async (signal) => await client.invites.list({ ...filters, limit: 50 }, { signal }),
    { live: ['invite.*', 'assessment.*'] },
  )
  return (
    <Page
      title="Invites"
      actions={
        <Button kind="main" onClick={() => setAdding(true)}>
          New invite
        </Button>
      }
    >
      <InviteFilters />
      <Card flush>
        <WhenLoaded of={invites} lines={8}>
          {(rows) =>
            rows.length === 0 ? (
              <NoInvites />
            ) : (
              <Table label="Invites" columns={columns} rows={rows} keyOf={({ id }) => id} />
            )
          }
        </WhenLoaded>
        <LoadMore of={invites} />
      </Card>
      {isAdding && <NewInvite onClose={() => setAdding(false)} />}
    </Page>
  )
}

function NoInvites() {
  const [query] = useQuery()
  if (isFiltered(query)) return <Empty title="No invite matches these filters." />
  return <Empty title="There are no invites." command="skillpass invite send kim@example.com --skill react" />
}

const columns: readonly Column<Invite>[] = [
  {
    head: 'Candidate',
    cell: (invite) => (
      <Link to={`/invites/${invite.id}`}>
        <Text>{invite.candidate_name ?? invite.candidate_email}</Text>
      </Link>
    ),
  },
  { head: 'E-mail', cell: (invite) => <Text>{invite.candidate_email}</Text> },
  { head: 'Skill', cell: (invite) => <Text>{invite.skill}</Text> },
  { head: 'Status', cell: (invite) => <Status of={invite.status} /> },
  { head: 'Ends', cell: (invite) => <Ending {...invite} /> },
  { head: 'Created', cell: (invite) => <Time at={invite.created_at} /> },
]

/** What comes next for it: its end while it is open, when it ended afterwards. */
function Ending({ status, due_at, expires_at, closed_at, completed_at }: Invite) {
  if (status === 'in_progress') return <Time at={due_at} never="no limit" />
  return <Time at={isOpen(status) ? expires_at : (closed_at ?? completed_at ?? expires_at)} />
}
