import { client } from '../client.ts'
import { Command } from '../components/command.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { navigate } from '../router.ts'
import { toast } from '../toasts.ts'
import { eventNames, isEventType, type EventType } from './event-types.ts'
import { textOf } from './webhook-form.tsx'

interface TriggerParts {
  /** The type that is chosen from the start. */
  readonly type?: EventType
  readonly onClose: () => void
}

/** Makes an event happen, as a sandbox can. */
export function Trigger({ type = 'invite.created', onClose }: TriggerParts) {
  const submit = async (values: FormData): Promise<void> => {
    const wanted = textOf(values, 'event')
    if (!isEventType(wanted)) return
    const { events } = await client.sandbox.trigger({ event: wanted })
    toast('It happened')
    onClose()
    const made = events.find(({ event }) => event === wanted)
    if (made !== undefined) navigate(`/events/${made.id}`)
  }
  return (
    <Dialog title="Trigger an event" onClose={onClose}>
      <Form onSubmit={submit}>
        <p>It happens for real: with an invite, a result or a user of this sandbox, and it is delivered.</p>
        <Field label="Event" pointer="/event">
          {(props) => (
            <select {...props} name="event">
              {eventNames.map((name) => (
                <option key={name} value={name} selected={name === type}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div class="hint">
          With values of your own:
          <Command
            text={`skillpass event trigger ${type === 'invite.created' ? 'assessment.completed -f skill=react -f score=86' : type}`}
          />
        </div>
        <Submit onCancel={onClose}>Trigger</Submit>
      </Form>
    </Dialog>
  )
}
