import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { textIn } from '../optional-values.ts'
import { toast } from '../toasts.ts'
import { ExpiryFields, expiryIn } from './expiry-fields.tsx'
import { isOpen, type Invite } from './invite-status.ts'

interface ActionsParts {
  readonly invite: Invite
  readonly onDone: () => void
}

type Asked = 'resend' | 'extend' | 'cancel'

/** What can be done about it from here; nothing once it is closed. */
export function InviteActions({ invite, onDone }: ActionsParts) {
  const [asked, ask] = useState<Asked | null>(null)
  if (!isOpen(invite.status) && invite.status !== 'in_progress') return null
  const parts = { invite, onDone, onClose: () => ask(null) }
  return (
    <>
      {isOpen(invite.status) && (
        <>
          <Button onClick={() => ask('resend')}>Resend…</Button>
          <Button onClick={() => ask('extend')}>Extend…</Button>
        </>
      )}
      <Button onClick={() => ask('cancel')}>Cancel…</Button>
      {asked === 'resend' && <ResendDialog {...parts} />}
      {asked === 'extend' && <ExtendDialog {...parts} />}
      {asked === 'cancel' && <CancelDialog {...parts} />}
    </>
  )
}

interface DialogParts extends ActionsParts {
  readonly onClose: () => void
}

function ResendDialog({ invite, onDone, onClose }: DialogParts) {
  const resend = async (): Promise<void> => {
    await client.invites.resend({ id: invite.id })
    toast('Sent again')
    onClose()
    onDone()
  }
  return (
    <Dialog title="Resend the invite" onClose={onClose}>
      <Form onSubmit={resend}>
        <p>
          The link is mailed to <bdi>{invite.candidate_email}</bdi> again, and the candidate gets the original
          time once more, counted from now.
        </p>
        <Submit onCancel={onClose}>Resend</Submit>
      </Form>
    </Dialog>
  )
}

function ExtendDialog({ invite, onDone, onClose }: DialogParts) {
  const extend = async (values: FormData): Promise<void> => {
    await client.invites.extend({ id: invite.id, ...expiryIn(values) })
    toast('Extended')
    onClose()
    onDone()
  }
  return (
    <Dialog title="Extend the invite" onClose={onClose}>
      <Form onSubmit={extend}>
        <ExpiryFields legend="From now on it can be started for" />
        <p class="hint">It never gets shorter.</p>
        <Submit onCancel={onClose}>Extend</Submit>
      </Form>
    </Dialog>
  )
}

function CancelDialog({ invite: { id, status }, onDone, onClose }: DialogParts) {
  const [isForced, setForced] = useState(false)
  const isUnderWay = status === 'in_progress'
  const cancel = async (values: FormData): Promise<void> => {
    await client.invites.cancel({ id, reason: textIn(values, 'reason'), force: isUnderWay && isForced })
    toast('Cancelled')
    onClose()
    onDone()
  }
  return (
    <Dialog title="Cancel the invite" onClose={onClose}>
      <Form onSubmit={cancel}>
        <p>The link stops working. This cannot be undone.</p>
        <Field label="Reason (optional)" hint="Kept with the invite." pointer="/reason">
          {(props) => <input {...props} name="reason" dir="auto" autocomplete="off" />}
        </Field>
        {isUnderWay && (
          <label class="choice">
            <input
              type="checkbox"
              checked={isForced}
              onChange={(event) => setForced(event.currentTarget.checked)}
            />
            Cancel although the candidate is taking the assessment
          </label>
        )}
        <Submit kind="danger" disabled={isUnderWay && !isForced}>
          Cancel the invite
        </Submit>
      </Form>
    </Dialog>
  )
}
