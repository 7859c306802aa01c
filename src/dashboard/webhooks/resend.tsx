import { client } from '../client.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { textOf } from '../form-values.ts'
import { toast } from '../toasts.ts'
import { useWebhooks } from './use-names.ts'
import { nameOf } from './webhook-name.ts'

interface ResendParts {
  readonly id: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Sends an event once more: to everybody who subscribes to it, or to one. */
export function Resend({ id, onDone, onClose }: ResendParts) {
  const enabled = useWebhooks().filter(({ status }) => status === 'enabled')
  const submit = async (values: FormData): Promise<void> => {
    const webhook = textOf(values, 'webhook_id')
    const { data } = await client.events.resend({ id, ...(webhook !== '' && { webhook_id: webhook }) })
    toast(data.length === 0 ? 'No enabled webhook subscribes to it' : 'Sent once more')
    onDone()
    onClose()
  }
  return (
    <Dialog title="Send the event again" onClose={onClose}>
      <Form onSubmit={submit}>
        <p>The body and its webhook-id are those of the first time, so that your server can tell.</p>
        <Field label="To" pointer="/webhook_id">
          {(props) => (
            <select {...props} name="webhook_id">
              <option value="">Every enabled webhook that subscribes to it</option>
              {enabled.map((webhook) => (
                <option key={webhook.id} value={webhook.id}>
                  {nameOf(webhook)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Submit onCancel={onClose}>Send</Submit>
      </Form>
    </Dialog>
  )
}
