import { client } from '../client.ts'
import { Card } from '../components/card.tsx'
import { Chart } from '../components/chart.tsx'
import { Page } from '../components/page.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { useLoad } from '../use-load.ts'

export function Overview() {
  const usage = useLoad('usage', async (signal) => await client.usage.get({}, { signal }), { live: ['*'] })
  return (
    <Page title="Overview">
      <Card title="Requests">
        <WhenLoaded of={usage} lines={6}>
          {({ by_day: days }) => (
            <Chart
              label="Requests by day"
              days={days.map(({ day }) => day)}
              series={[{ name: 'Requests', values: days.map(({ requests }) => requests) }]}
            />
          )}
        </WhenLoaded>
      </Card>
    </Page>
  )
}
