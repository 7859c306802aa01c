import { useState } from 'preact/hooks'
import { Card } from '../components/card.tsx'
import { TriggerForm, type Triggering } from './trigger-form.tsx'
import { Triggered } from './triggered.tsx'

export function TriggerCard() {
  const [done, setDone] = useState<Triggering | null>(null)
  return (
    <Card title="Trigger an event">
      <div class="stack">
        <TriggerForm type="assessment.completed" onStart={() => setDone(null)} onDone={setDone} />
        {done !== null && <Triggered events={done.events} asked={done.asked} />}
      </div>
    </Card>
  )
}
