import { useState } from 'preact/hooks'
import { Page } from '../components/page.tsx'
import { ClockCard } from '../sandbox-cards/clock-card.tsx'
import { FaultsCard } from '../sandbox-cards/faults-card.tsx'
import { ResetCard } from '../sandbox-cards/reset-card.tsx'
import { TriggerCard } from '../sandbox-cards/trigger-card.tsx'

export function Sandbox() {
  const [resets, count] = useState(0)
  return (
    <Page title="Sandbox">
      {/* What was shown of the moves and events before a reset is gone with it. */}
      <ClockCard key={`clock ${resets}`} />
      <FaultsCard />
      <TriggerCard key={`trigger ${resets}`} />
      <ResetCard onReset={() => count(resets + 1)} />
    </Page>
  )
}
