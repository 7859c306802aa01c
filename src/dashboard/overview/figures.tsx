import type { Output } from '../../contract/index.ts'
import { Card } from '../components/card.tsx'
import { Chart, type ChartParts } from '../components/chart.tsx'
import { count, percent } from '../format.ts'

type Usage = Output<'usage', 'get'>

/** Each number of the range with its days. */
export function Figures({ usage }: { readonly usage: Usage }) {
  const { by_day: by, requests, errors, delivery_attempts: attempts, delivery_failures: failures } = usage
  const days = by.map(({ day }) => day)
  return (
    <>
      <Figure
        title="Invites sent"
        value={count(usage.invites_sent)}
        days={days}
        series={[{ name: 'Invites sent', values: by.map((day) => day.invites_sent) }]}
      />
      <Figure
        title="Verifications made"
        value={count(usage.verifications_made)}
        days={days}
        series={[{ name: 'Verifications made', values: by.map((day) => day.verifications_made) }]}
      />
      <Figure
        title="Requests"
        value={count(requests)}
        days={days}
        series={[{ name: 'Requests', values: by.map((day) => day.requests), colour: 'info' }]}
      />
      <Figure
        title="Errors"
        value={count(errors)}
        note={requests === 0 ? 'no requests' : `${percent(errors / requests)} of the requests`}
        days={days}
        series={[{ name: 'Errors', values: by.map((day) => day.errors), colour: 'bad' }]}
      />
      <Figure
        title="Delivery success"
        value={attempts === 0 ? '–' : percent(1 - failures / attempts)}
        note={
          attempts === 0 ? 'no deliveries' : `${count(attempts - failures)} of ${count(attempts)} attempts`
        }
        days={days}
        series={[
          { name: 'Attempts', values: by.map((day) => day.delivery_attempts) },
          // Drawn over the attempts: the part of them that failed.
          { name: 'Failed', values: by.map((day) => day.delivery_failures), colour: 'bad' },
        ]}
      />
    </>
  )
}

interface FigureParts extends Omit<ChartParts, 'label'> {
  readonly title: string
  readonly value: string
  readonly note?: string
}

function Figure({ title, value, note, ...chart }: FigureParts) {
  return (
    <Card title={title}>
      <p>
        <span class="figure">{value}</span> {note !== undefined && <span class="figure-note">{note}</span>}
      </p>
      <Chart label={`${title} by day`} {...chart} />
    </Card>
  )
}
