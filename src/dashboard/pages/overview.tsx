import { client } from '../client.ts'
import { Page } from '../components/page.tsx'
import { RangeButtons, useRange } from '../components/range.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { Attention } from '../overview/attention.tsx'
import { BusiestKeys } from '../overview/busiest-keys.tsx'
import { Figures } from '../overview/figures.tsx'
import { useLoad } from '../use-load.ts'

/** How the service is used, and what somebody should look at. */
export function Overview() {
  const range = useRange()
  const { from, to } = range
  const usage = useLoad(
    `usage ${from} ${to}`,
    async (signal) => await client.usage.get({ from, to }, { signal }),
    {
      live: ['*'],
    },
  )
  return (
    <Page title="Overview" actions={<RangeButtons {...range} />}>
      <Attention />
      <WhenLoaded of={usage} lines={10}>
        {(data) => (
          <div class="cards">
            <Figures usage={data} />
            <BusiestKeys keys={data.by_key} />
          </div>
        )}
      </WhenLoaded>
    </Page>
  )
}
