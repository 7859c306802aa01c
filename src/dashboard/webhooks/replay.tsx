import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { serviceNow } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Facts } from '../components/facts.tsx'
import { Field, Fieldset, Form, Submit } from '../components/form.tsx'
import { textOf } from '../form-values.ts'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { count, exactTime } from '../format.ts'
import { EventPicker } from './event-picker.tsx'
import type { Replay as ReplayJob } from './types.ts'
import { useReplay } from './use-replay.ts'

interface ReplayParts {
  readonly id: string
  readonly onStarted: (replay: ReplayJob) => void
  readonly onClose: () => void
}

const dayMs = 86_400_000

/** Asks which events are sent again. */
export function StartReplay({ id, onStarted, onClose }: ReplayParts) {
  const [types, setTypes] = useState<readonly string[]>(['*'])
  const submit = async (values: FormData): Promise<void> => {
    const until = textOf(values, 'until')
    const started = await client.webhooks.replay({
      id,
      since: instantOf(textOf(values, 'since')),
      ...(until !== '' && { until: instantOf(until) }),
      ...(!types.includes('*') && { types: [...types] }),
      status: textOf(values, 'status') === 'all' ? 'all' : 'failed',
    })
    onStarted(started)
  }
  return (
    <Dialog title="Send past events again" onClose={onClose}>
      <Form onSubmit={submit}>
        <div class="fields">
          <Moment name="since" label="Since, UTC" value={inputOf(serviceNow() - dayMs)} />
          <Moment name="until" label="Until, UTC" value="" hint="Empty: until now." />
        </div>
        <Which />
        <EventPicker
          legend="Types"
          pointer="/types"
          value={types}
          onChange={setTypes}
          all="Everything that the webhook subscribes to."
        />
        <Submit onCancel={onClose}>Start the replay</Submit>
      </Form>
    </Dialog>
  )
}

interface MomentParts {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint?: string
}

function Moment({ name, label, value, hint }: MomentParts) {
  return (
    <Field label={label} pointer={`/${name}`} hint={hint}>
      {(props) => <input {...props} name={name} type="datetime-local" step="1" defaultValue={value} />}
    </Field>
  )
}

function Which() {
  return (
    <Fieldset legend="Which events" pointer="/status">
      <label class="choice">
        <input type="radio" name="status" value="failed" defaultChecked />
        Only those that did not arrive
        <span class="hint">No delivery of them succeeded or is on its way.</span>
      </label>
      <label class="choice">
        <input type="radio" name="status" value="all" />
        All of them
        <span class="hint">Your server gets events a second time, with the same webhook-id.</span>
      </label>
    </Fieldset>
  )
}

/** What a browser's field for date and time holds, in UTC. */
function inputOf(at: number): string {
  return new Date(at).toISOString().slice(0, 19)
}

/** What was typed; the service says what is wrong with what is no instant. */
function instantOf(typed: string): string {
  const at = Date.parse(`${typed}Z`)
  return Number.isNaN(at) ? typed : new Date(at).toISOString()
}

interface ProgressParts {
  readonly webhookId: string
  readonly id: string
  readonly onClose: () => void
}

/** How far a replay is, for as long as it runs, and what it came to. */
export function ReplayProgress({ webhookId, id, onClose }: ProgressParts) {
  const replay = useReplay(webhookId, id)
  return (
    <Card
      title="Replay"
      actions={
        <Button small kind="quiet" label="Close the replay" onClick={onClose}>
          ×
        </Button>
      }
    >
      <WhenLoaded of={replay} lines={3}>
        {(job) => (
          <div class="stack">
            <p role="status">{storyOf(job)}</p>
            <progress aria-label="Replay" {...(job.status === 'done' && { value: 1, max: 1 })} />
            <Facts
              of={[
                ['Events', `${exactTime(job.since)} to ${exactTime(job.until)}`],
                ['Types', job.types === null ? 'What it subscribes to' : job.types.join(', ')],
                ['Which', job.filter === 'all' ? 'All of them' : 'Only those that did not arrive'],
                ['Started', <Time at={job.created_at} />],
                job.completed_at !== null && ['Finished', <Time at={job.completed_at} />],
              ]}
            />
          </div>
        )}
      </WhenLoaded>
    </Card>
  )
}

function storyOf({ status, matched, queued }: ReplayJob): string {
  const events = matched === 1 ? '1 event' : `${count(matched)} events`
  const deliveries = queued === 1 ? '1 delivery' : `${count(queued)} deliveries`
  return status === 'running'
    ? `Running: ${events} found so far, ${deliveries} queued.`
    : `Done: ${events} found, ${deliveries} queued.`
}
