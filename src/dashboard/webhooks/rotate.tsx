import { client } from '../client.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { Notice } from '../components/notice.tsx'
import { Countdown } from '../components/time.tsx'
import type { SecretAnswer, Webhook } from './types.ts'
import { textOf } from './webhook-form.tsx'

const overlaps = [
  [0, 'Not at all: it ends at once'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [259_200, '3 days'],
  [604_800, '7 days'],
  [2_592_000, '30 days'],
] as const

const defaultOverlap = 86_400

interface RotateParts {
  readonly webhook: Webhook
  readonly onRotated: (answer: SecretAnswer) => void
  readonly onClose: () => void
}

/** Asks how long both secrets sign. */
export function Rotate({
  webhook: { id, previous_secret_expires_at: previous },
  onRotated,
  onClose,
}: RotateParts) {
  const submit = async (values: FormData): Promise<void> => {
    const overlap = Number(textOf(values, 'overlap_seconds'))
    onRotated(await client.webhooks.rotateSecret({ id, overlap_seconds: overlap }))
  }
  return (
    <Dialog title="Rotate the signing secret" onClose={onClose}>
      <Form onSubmit={submit}>
        {previous !== null && (
          <Notice tone="warn">
            Two secrets sign at the moment, the older one for <Countdown to={previous} over="no longer" />. It
            ends at once when you rotate again.
          </Notice>
        )}
        <p>Every delivery carries a signature of both secrets until the old one ends: nothing is missed.</p>
        <Field label="The old secret signs for another" pointer="/overlap_seconds">
          {(props) => (
            <select {...props} name="overlap_seconds">
              {overlaps.map(([seconds, text]) => (
                <option key={seconds} value={seconds} selected={seconds === defaultOverlap}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Submit onCancel={onClose}>Rotate</Submit>
      </Form>
    </Dialog>
  )
}
