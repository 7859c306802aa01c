import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorPanel } from '../components/error-panel.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { textIn } from '../optional-values.ts'
import { toast } from '../toasts.ts'
import { useAction } from '../use-action.ts'
import { CompleteDialog, type StepDialogParts } from './complete-dialog.tsx'
import { isOpen, type Invite } from './invite-status.ts'

interface StepsParts {
  readonly invite: Invite
  readonly onDone: () => void
}

/** In a sandbox nobody else would take them. */
export function CandidateSteps({ invite: { id, status }, onDone }: StepsParts) {
  const { isBusy, error, run } = useAction()
  const [asked, ask] = useState<'decline' | 'complete' | null>(null)
  const close = (): void => ask(null)
  if (!isOpen(status) && status !== 'in_progress') return null
  const accept = async (): Promise<void> => {
    await client.invites.accept({ id })
    onDone()
  }
  const start = async (): Promise<void> => {
    await client.invites.start({ id })
    onDone()
  }
  return (
    <Card title="Be the candidate">
      <div class="stack">
        <p class="hint">In the sandbox you take the candidate’s steps yourself.</p>
        <div class="row">
          {status === 'pending' && (
            <Button isBusy={isBusy} onClick={() => run(accept, 'Accepted')}>
              Accept
            </Button>
          )}
          {isOpen(status) && (
            <>
              <Button isBusy={isBusy} onClick={() => run(start, 'Started')}>
                Start
              </Button>
              <Button isBusy={isBusy} onClick={() => ask('decline')}>
                Decline…
              </Button>
            </>
          )}
          {status === 'in_progress' && (
            <Button kind="main" onClick={() => ask('complete')}>
              Complete…
            </Button>
          )}
        </div>
        {error !== null && <ErrorPanel error={error} />}
      </div>
      {asked === 'decline' && <DeclineDialog id={id} onDone={onDone} onClose={close} />}
      {asked === 'complete' && <CompleteDialog id={id} onDone={onDone} onClose={close} />}
    </Card>
  )
}

function DeclineDialog({ id, onDone, onClose }: StepDialogParts) {
  const decline = async (values: FormData): Promise<void> => {
    await client.invites.decline({ id, reason: textIn(values, 'reason') })
    toast('Declined')
    onClose()
    onDone()
  }
  return (
    <Dialog title="Decline as the candidate" onClose={onClose}>
      <Form onSubmit={decline}>
        <Field label="Reason (optional)" pointer="/reason">
          {(props) => <input {...props} name="reason" dir="auto" autocomplete="off" />}
        </Field>
        <Submit onCancel={onClose}>Decline</Submit>
      </Form>
    </Dialog>
  )
}
