import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { Form, Field, Submit } from './form.tsx'

interface ConfirmParts {
  readonly title: string
  /** The button: `Revoke`. */
  readonly verb: string
  /** Text that has to be typed first, for what cannot be undone. */
  readonly typed?: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Asks before something is done; closes once it is, and says why when it was refused. */
export function Confirm({ title, verb, typed, onConfirm, onClose, children }: ConfirmParts) {
  const [given, setGiven] = useState('')
  const submit = async (): Promise<void> => {
    await onConfirm()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit}>
        <div>{children}</div>
        {typed !== undefined && (
          <Field
            label={
              <>
                Type <code>{typed}</code> to confirm
              </>
            }
          >
            {(props) => (
              <input
                {...props}
                value={given}
                autocomplete="off"
                spellcheck={false}
                onInput={(event) => setGiven(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <Submit kind="danger" disabled={typed !== undefined && given.trim() !== typed} onCancel={onClose}>
          {verb}
        </Submit>
      </Form>
    </Dialog>
  )
}
