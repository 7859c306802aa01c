import { useState } from 'preact/hooks'
import { choices } from '../../sdk/choices.gen.ts'
import { client } from '../client.ts'
import { readClock } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Field } from '../components/form.tsx'
import { reloadAll } from '../reload.ts'
import { toast } from '../toasts.ts'

const { seed: seeds } = choices['sandbox.reset']

export function ResetCard({ onReset }: { readonly onReset: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const [seed, setSeed] = useState<(typeof seeds)[number] | undefined>(undefined)
  const reset = async (): Promise<void> => {
    const done = await client.sandbox.reset({ seed })
    toast(`Back to the seed “${done.seed}”`)
    onReset()
    reloadAll()
    await readClock()
  }
  return (
    <Card title="Reset">
      <div class="stack">
        <p>
          Removes everything and puts the seed back; the clock shows real time again. The printed key keeps
          working.
        </p>
        <div>
          <Button kind="danger" onClick={() => setAsking(true)}>
            Reset the sandbox…
          </Button>
        </div>
      </div>
      {isAsking && (
        <Confirm
          title="Reset the sandbox"
          verb="Reset"
          typed="reset"
          onConfirm={reset}
          onClose={() => setAsking(false)}
        >
          <div class="stack">
            <p>Every invite, passport, key, webhook and log entry goes, and cannot be brought back.</p>
            <Field label="Seed">
              {(props) => (
                <select
                  {...props}
                  onChange={({ currentTarget: { value } }) => setSeed(seeds.find((name) => name === value))}
                >
                  <option value="">the one it was started with</option>
                  <option value="default">default: skills and people to try things with</option>
                  <option value="empty">empty: the skills and nobody</option>
                </select>
              )}
            </Field>
          </div>
        </Confirm>
      )}
    </Card>
  )
}
