import { client } from '../client.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { Notice } from '../components/notice.tsx'
import type { ApiKey, KeyWithSecret } from './api-key.ts'

const overlaps = [
  [0, 'Not at all: it ends now'],
  [3_600, 'For one hour'],
  [86_400, 'For one day'],
  [604_800, 'For 7 days'],
  [2_592_000, 'For 30 days'],
] as const
const usual = 86_400

interface RotateKeyParts {
  readonly of: ApiKey
  readonly onRotated: (key: KeyWithSecret) => void
  readonly onClose: () => void
}

export function RotateKey({ of: { id, name, previous }, onRotated, onClose }: RotateKeyParts) {
  const rotate = async (values: FormData): Promise<void> => {
    const overlap = Number(values.get('overlap'))
    onRotated(await client.keys.rotate({ id, overlap_seconds: overlap, force: previous !== null }))
  }
  return (
    <Dialog title={`Rotate ${name}`} onClose={onClose}>
      <Form onSubmit={rotate}>
        <p>The key gets a new secret, which works at once. Its id, limits and usage stay.</p>
        {previous !== null && (
          <Notice tone="warn">{`Two secrets work now. Rotating again ends the older one, …${previous.last4}, at once.`}</Notice>
        )}
        <Field
          label="The present secret still works"
          pointer="/overlap_seconds"
          hint="As long as it takes to give the new one to everything that uses it."
        >
          {(props) => (
            <select {...props} name="overlap">
              {overlaps.map(([seconds, text]) => (
                <option key={seconds} value={seconds} selected={seconds === usual}>
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
