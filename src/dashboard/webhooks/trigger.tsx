import { Dialog } from '../components/dialog.tsx'
import { navigate } from '../router.ts'
import { TriggerForm, type Triggering } from '../sandbox-cards/trigger-form.tsx'
import { toast } from '../toasts.ts'
import type { EventType } from './event-types.ts'

interface TriggerParts {
  /** The type that is chosen from the start. */
  readonly type?: EventType
  readonly onClose: () => void
}

/** Makes an event happen, as a sandbox can, and goes to it. */
export function Trigger({ type = 'invite.created', onClose }: TriggerParts) {
  const show = ({ events, asked }: Triggering): void => {
    toast('It happened')
    onClose()
    const made = events.find(({ event }) => event === asked)
    if (made !== undefined) navigate(`/events/${made.id}`)
  }
  return (
    <Dialog title="Trigger an event" onClose={onClose}>
      <TriggerForm type={type} onDone={show} onCancel={onClose} />
    </Dialog>
  )
}
