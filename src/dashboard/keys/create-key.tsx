import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { textOf } from '../form-values.ts'
import type { KeyWithSecret } from './api-key.ts'
import { Expiry, expiryOf } from './expiry.tsx'
import { Limits, limitsOf } from './limits.tsx'
import { ScopeChoice } from './scope-choice.tsx'

interface CreateKeyParts {
  readonly onCreated: (key: KeyWithSecret) => void
  readonly onClose: () => void
}

export function CreateKey({ onCreated, onClose }: CreateKeyParts) {
  const [scopes, setScopes] = useState<readonly string[]>([])
  const create = async (values: FormData): Promise<void> => {
    const name = textOf(values, 'name')
    const draft = { name, scopes: [...scopes], expires_at: expiryOf(values), ...limitsOf(values) }
    onCreated(await client.keys.create(draft))
  }
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <Form onSubmit={create}>
        <Field label="Name" pointer="/name" hint="What the key is for.">
          {(props) => <input {...props} name="name" autocomplete="off" maxLength={100} dir="auto" />}
        </Field>
        <ScopeChoice chosen={scopes} onChange={setScopes} />
        <Limits tier="standard" quota={null} />
        <Expiry />
        <Submit onCancel={onClose}>Create key</Submit>
      </Form>
    </Dialog>
  )
}
