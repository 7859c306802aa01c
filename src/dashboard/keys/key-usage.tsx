import { useRef, useState, useEffect } from 'preact/hooks'
import { client } from '../client.ts'
import { Card } from '../components/card.tsx'
import { Chart } from '../components/chart.tsx'
import { RangeButtons, useRange, type Range } from '../components/range.tsx'
import { Sparkline } from '../components/sparkline.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { count } from '../format.ts'
import { useLoad, type Loaded } from '../use-load.ts'
import type { Output } from '../../contract/index.ts'

type KeyUsage = Output<'keys', 'usage'>

/** What was asked with a key, day by day. */
export function KeyUsageCard({ id }: { readonly id: string }) {
  const range = useRange()
  const usage = useKeyUsage(id, range)
  return (
    <Card title="Usage" actions={<RangeButtons {...range} />}>
      <WhenLoaded of={usage} lines={8}>
        {(data) => (
          <div class="stack">
            <Totals {...data} />
            <Chart
              label="Requests and errors by day"
              days={daysOf(range)}
              series={[
                { name: 'Requests', values: valuesOf(data, range, 'requests'), colour: 'info' },
                // Errors are requests too: drawn over them, they show which part of them they are.
                { name: 'Errors', values: valuesOf(data, range, 'errors'), colour: 'bad' },
              ]}
            />
          </div>
        )}
      </WhenLoaded>
    </Card>
  )
}

function Totals({ requests, errors, invites_sent: invites, verifications_made: verifications }: KeyUsage) {
  return (
    <p class="faint">
      {`${count(requests)} requests, ${count(errors)} errors, ${count(invites)} invites sent, ` +
        `${count(verifications)} verifications made`}
    </p>
  )
}

/** The last 30 days in little; asked for when it comes into view, for a long list would ask for many. */
export function KeySparkline({ id }: { readonly id: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) setSeen(true)
    })
    if (place.current !== null) watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return <span ref={place}>{isSeen ? <Fetched id={id} /> : null}</span>
}

function Fetched({ id }: { readonly id: string }) {
  const range = useRange()
  const { data } = useKeyUsage(id, range)
  if (data === undefined) return null
  const label = `${count(data.requests)} requests in ${range.length} days`
  return <Sparkline label={label} values={valuesOf(data, range, 'requests')} />
}

function useKeyUsage(id: string, { from, to }: Range): Loaded<KeyUsage> {
  return useLoad(
    `${id} ${from} ${to}`,
    async (signal) => await client.keys.usage({ id, from, to }, { signal }),
  )
}

/** The service tells of the days with requests only. */
function valuesOf({ by_day: days }: KeyUsage, range: Range, name: 'requests' | 'errors'): readonly number[] {
  const known = new Map(days.map((one) => [one.day, one[name]]))
  return daysOf(range).map((day) => known.get(day) ?? 0)
}

function daysOf({ to, length }: Range): readonly string[] {
  const last = Date.parse(to)
  return Array.from({ length }, (_, index) =>
    new Date(last - (length - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}
