import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { textOf } from '../form-values.ts'
import { toast } from '../toasts.ts'
import type { ApiKey } from './api-key.ts'
import { Limits, limitsOf } from './limits.tsx'
import { ScopeChoice } from './scope-choice.tsx'

interface EditKeyParts {
  readonly of: ApiKey
  readonly onSaved: () => void
  readonly onClose: () => void
}

export function EditKey({ of: key, onSaved, onClose }: EditKeyParts) {
  const [scopes, setScopes] = useState<readonly string[]>(key.scopes)
  const save = async (values: FormData): Promise<void> => {
    const { tier, ...limits } = limitsOf(values)
    // A tier that is sent brings its own limits.
    const changedTier = tier === key.tier ? {} : { tier }
    await client.keys.update({
      id: key.id,
      name: textOf(values, 'name'),
      scopes: [...scopes],
      ...changedTier,
      ...limits,
    })
    toast('Saved')
    onSaved()
  }
  return (
    <Dialog title="Edit the API key" onClose={onClose}>
      <Form onSubmit={save}>
        <Field label="Name" pointer="/name">
          {(props) => <input {...props} name="name" defaultValue={key.name} maxLength={100} dir="auto" />}
        </Field>
        <ScopeChoice chosen={scopes} onChange={setScopes} />
        <Limits tier={key.tier} quota={key.daily_quota} limit={key.rate_limit} />
        <Submit onCancel={onClose}>Save</Submit>
      </Form>
    </Dialog>
  )
}
