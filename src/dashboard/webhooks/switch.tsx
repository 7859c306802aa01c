import { client } from '../client.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field, Fieldset, Form, Submit } from '../components/form.tsx'
import { textOf } from '../form-values.ts'
import { count } from '../format.ts'
import { toast } from '../toasts.ts'
import type { Webhook } from './types.ts'

interface SwitchParts {
  readonly webhook: Webhook
  readonly onDone: () => void
  readonly onClose: () => void
}

export function Disable({ webhook: { id }, onDone, onClose }: SwitchParts) {
  const submit = async (values: FormData): Promise<void> => {
    const reason = textOf(values, 'reason')
    await client.webhooks.disable({ id, ...(reason !== '' && { reason }) })
    toast('Disabled')
    onDone()
    onClose()
  }
  return (
    <Dialog title="Disable the webhook" onClose={onClose}>
      <Form onSubmit={submit}>
        <p>Nothing is sent and nothing is lost: what happens meanwhile is held until you enable it again.</p>
        <Field label="Reason" pointer="/reason" hint="For whoever finds it disabled; may stay empty.">
          {(props) => <input {...props} name="reason" autocomplete="off" />}
        </Field>
        <Submit kind="danger" onCancel={onClose}>
          Disable
        </Submit>
      </Form>
    </Dialog>
  )
}

/** Asks what becomes of what was held. */
export function Enable({ webhook: { id, stats }, onDone, onClose }: SwitchParts) {
  const submit = async (values: FormData): Promise<void> => {
    const held = textOf(values, 'held') === 'skip' ? 'skip' : 'send'
    await client.webhooks.enable({ id, held })
    toast('Enabled')
    onDone()
    onClose()
  }
  const many = stats.pending === 1 ? '1 delivery' : `${count(stats.pending)} deliveries`
  return (
    <Dialog title="Enable the webhook" onClose={onClose}>
      <Form onSubmit={submit}>
        {stats.pending === 0 ? (
          <p>Nothing was held meanwhile. From now on events are sent to it again.</p>
        ) : (
          <Fieldset legend={`${many} held meanwhile`} pointer="/held">
            <label class="choice">
              <input type="radio" name="held" value="send" defaultChecked />
              Deliver what was held
              <span class="hint">Oldest first, each with the schedule of retries.</span>
            </label>
            <label class="choice">
              <input type="radio" name="held" value="skip" />
              Drop what was held
              <span class="hint">They are cancelled. A replay can still send their events later.</span>
            </label>
          </Fieldset>
        )}
        <Submit onCancel={onClose}>Enable</Submit>
      </Form>
    </Dialog>
  )
}
