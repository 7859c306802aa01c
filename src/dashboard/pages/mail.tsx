import type { Output } from '../../contract/index.ts'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { Id } from '../components/id.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { Text } from '../components/text.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { useQuery, type Query } from '../router.ts'
import { useListing } from '../use-listing.ts'

type Letter = Output<'sandbox', 'mail'>['data'][number]

/** A resend tells no event. */
const freshMs = 10_000

export function Mail() {
  const [query] = useQuery()
  const { to, invite_id } = query
  const mails = useListing(
    `mail ${JSON.stringify({ to, invite_id })}`,
    async (signal) => await client.sandbox.mail({ to, invite_id, limit: 25 }, { signal }),
    { live: ['invite.created'], every: freshMs },
  )
  return (
    <Page title="Mail">
      <p class="faint">A sandbox sends no mail: it keeps here what its invites would have sent.</p>
      <Filters query={query} />
      <Card flush>
        <WhenLoaded of={mails} lines={6}>
          {(rows) => (rows.length === 0 ? <None query={query} /> : <Letters of={rows} />)}
        </WhenLoaded>
        <LoadMore of={mails} />
      </Card>
    </Page>
  )
}

function Filters({ query }: { readonly query: Query }) {
  const [, change] = useQuery()
  const isFiltered = query['to'] !== undefined || query['invite_id'] !== undefined
  return (
    <div class="filters" role="search" aria-label="Mail">
      <FilterInput
        label="To"
        type="email"
        value={query['to']}
        placeholder="kim@example.com"
        onChange={(to) => change({ to })}
      />
      {isFiltered && (
        <Button onClick={() => change({ to: undefined, invite_id: undefined })}>Clear filters</Button>
      )}
    </div>
  )
}

function None({ query }: { readonly query: Query }) {
  const to = query['to'] ?? 'kim@example.com'
  return (
    <Empty
      title={
        Object.keys(query).length > 0 ? 'No mail matches.' : 'No mail yet: it comes with the first invite.'
      }
      command={`skillpass invite send ${/^[\w.+@-]+$/.test(to) ? to : 'kim@example.com'} --skill react`}
    />
  )
}

function Letters({ of }: { readonly of: readonly Letter[] }) {
  return (
    <ul class="letters">
      {of.map((mail) => (
        <li key={mail.id}>
          <Message mail={mail} isOpen={of.length === 1} />
        </li>
      ))}
    </ul>
  )
}

function Message({ mail, isOpen }: { readonly mail: Letter; readonly isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary>
        <strong>
          <Text>{mail.to}</Text>
        </strong>
        <Text>{mail.subject}</Text>
        <span class="faint nowrap">
          <Time at={mail.sent_at} />
        </span>
      </summary>
      <p class="letter" dir="auto">
        {mail.text}
      </p>
      <div class="row">
        {mail.link !== null && (
          <a class="button" href={mail.link} target="_blank" rel="noopener">
            Open the candidate’s page
          </a>
        )}
        <Id of={mail.invite_id} to={`/invites/${mail.invite_id}`} />
      </div>
    </details>
  )
}
