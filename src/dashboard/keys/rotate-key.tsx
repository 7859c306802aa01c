import { client } from '../client.ts'
import { Dialog } from '../components/dialog.tsx'
import { Form, Submit } from '../components/form.tsx'
import { Notice } from '../components/notice.tsx'
import { OverlapField, overlapOf } from '../components/overlap-field.tsx'
import type { ApiKey, KeyWithSecret } from './api-key.ts'

interface RotateKeyParts {
  readonly of: ApiKey
  readonly onRotated: (key: KeyWithSecret) => void
  readonly onClose: () => void
}

export function RotateKey({ of: { id, name, previous }, onRotated, onClose }: RotateKeyParts) {
  const rotate = async (values: FormData): Promise<void> => {
    onRotated(await client.keys.rotate({ id, overlap_seconds: overlapOf(values), force: previous !== null }))
  }
  return (
    <Dialog title={`Rotate ${name}`} onClose={onClose}>
      <Form onSubmit={rotate}>
        <p>The key gets a new secret, which works at once. Its id, limits and usage stay.</p>
        {previous !== null && (
          <Notice tone="warn">{`Two secrets work now. Rotating again ends the older one, …${previous.last4}, at once.`}</Notice>
        )}
        <OverlapField
          label="The present secret still works"
          hint="As long as it takes to give the new one to everything that uses it."
        />
        <Submit onCancel={onClose}>Rotate</Submit>
      </Form>
    </Dialog>
  )
}
