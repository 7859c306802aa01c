import { client } from '../client.ts'
import { Dialog } from '../components/dialog.tsx'
import { Form, Submit } from '../components/form.tsx'
import { Notice } from '../components/notice.tsx'
import { OverlapField, overlapOf } from '../components/overlap-field.tsx'
import { Countdown } from '../components/time.tsx'
import type { SecretAnswer, Webhook } from './types.ts'

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
    onRotated(await client.webhooks.rotateSecret({ id, overlap_seconds: overlapOf(values) }))
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
        <OverlapField label="The old secret signs for another" />
        <Submit onCancel={onClose}>Rotate</Submit>
      </Form>
    </Dialog>
  )
}
