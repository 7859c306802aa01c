import { useRef, useState } from 'preact/hooks'
import { client } from '../client.ts'
import { serviceNow } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { count } from '../format.ts'
import { FilterForm } from '../logs/filter-form.tsx'
import { filtersOf, type Log } from '../logs/filters.ts'
import { LogTable } from '../logs/log-table.tsx'
import { useTail, type Tail } from '../logs/use-tail.ts'
import { useVisible } from '../logs/use-visible.ts'
import { useQuery, type Query } from '../router.ts'
import { useListing, type Listing } from '../use-listing.ts'

const pageSize = 50

export function Logs() {
  const [query] = useQuery()
  const [isPaused, pause] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const { listing, tail } = useLogs(query, !isPaused, () => isRead(place.current))
  return (
    <Page title="Logs" actions={<PauseButton isPaused={isPaused} onChange={pause} />}>
      <FilterForm />
      <Card flush>
        <News of={tail} />
        <div ref={place}>
          <WhenLoaded of={listing} lines={8}>
            {(rows) => <Rows rows={tail.isBroken ? tail.rows : [...tail.rows, ...rows]} query={query} />}
          </WhenLoaded>
        </div>
        <Older listing={listing} tail={tail} />
      </Card>
    </Page>
  )
}

/** Pages of the log, and what has come since. */
function useLogs(
  query: Query,
  isOn: boolean,
  isReading: () => boolean,
): { readonly listing: Listing<Log>; readonly tail: Tail } {
  const filters = () => filtersOf(query, serviceNow())
  const listing = useListing(
    JSON.stringify(query),
    async (signal) => await client.logs.list({ ...filters(), limit: pageSize }, { signal }),
  )
  const listed = listing.data ?? null
  const tail = useTail({ listed, filters, isOn: useVisible() && isOn, isReading })
  return { listing, tail }
}

/** Rows that somebody looks at more closely, or has scrolled to, do not move away. */
function isRead(place: HTMLElement | null): boolean {
  if (place === null) return false
  return place.matches(':hover, :focus-within') || place.getBoundingClientRect().top < 0
}

function PauseButton({
  isPaused,
  onChange,
}: {
  readonly isPaused: boolean
  readonly onChange: (isPaused: boolean) => void
}) {
  return (
    <>
      <span class={isPaused ? 'live' : 'live live-on'} role="status">
        {isPaused ? 'Paused' : 'Live'}
      </span>
      <Button onClick={() => onChange(!isPaused)}>{isPaused ? 'Resume' : 'Pause'}</Button>
    </>
  )
}

/** What came while somebody was reading: it waits for them. */
function News({ of: { waiting, release } }: { readonly of: Tail }) {
  if (waiting === 0) return null
  const show = (): void => {
    release()
    scrollTo({ top: 0 })
  }
  return (
    <div class="log-news">
      <Button small kind="main" onClick={show}>
        {waiting === 1 ? 'Show 1 new request' : `Show ${count(waiting)} new requests`}
      </Button>
    </div>
  )
}

function Rows({ rows, query }: { readonly rows: readonly Log[]; readonly query: Query }) {
  if (rows.length > 0) return <LogTable rows={rows} />
  if (Object.keys(query).length > 0)
    return <Empty title="No request matches." command="skillpass logs tail" />
  return <Empty title="No requests yet." command="skillpass passport show usr_alex" />
}

function Older({ listing, tail }: { readonly listing: Listing<Log>; readonly tail: Tail }) {
  if (!tail.isBroken) return <LoadMore of={listing} />
  return (
    <div class="load-more">
      <p class="hint">There are too many to show each: these are the newest.</p>
      <Button isBusy={listing.isLoading} onClick={listing.reload}>
        Read the log from here
      </Button>
    </div>
  )
}
