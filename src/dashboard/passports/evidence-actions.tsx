import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Field, Fieldset, Form, Submit } from '../components/form.tsx'
import { textIn } from '../optional-values.ts'
import { toast } from '../toasts.ts'
import { evidenceName } from './evidence-words.ts'
import type { Entry } from './explanation.tsx'

interface ActionsParts {
  readonly entry: Entry
  readonly small?: boolean
  readonly onDone: () => void
}

/** What can be done about an entry: entries are never edited. */
export function EvidenceActions({ entry, small = false, onDone }: ActionsParts) {
  const [asked, ask] = useState<'dispute' | 'resolve' | 'revoke' | null>(null)
  if (entry.status === 'revoked') return null
  const parts = { entry, onDone, onClose: () => ask(null) }
  return (
    <span class="row">
      {entry.status === 'valid' ? (
        <Button small={small} onClick={() => ask('dispute')}>
          Dispute
        </Button>
      ) : (
        <Button small={small} onClick={() => ask('resolve')}>
          Resolve
        </Button>
      )}
      <Button small={small} onClick={() => ask('revoke')}>
        Revoke
      </Button>
      {asked === 'dispute' && <DisputeDialog {...parts} />}
      {asked === 'resolve' && <ResolveDialog {...parts} />}
      {asked === 'revoke' && <RevokeDialog {...parts} />}
    </span>
  )
}

interface DialogParts {
  readonly entry: Entry
  readonly onDone: () => void
  readonly onClose: () => void
}

function DisputeDialog({ entry, onDone, onClose }: DialogParts) {
  const dispute = async (values: FormData): Promise<void> => {
    await client.evidence.dispute({ id: entry.id, reason: textIn(values, 'reason') })
    toast('Disputed')
    onClose()
    onDone()
  }
  return (
    <Dialog title="Dispute this evidence" onClose={onClose}>
      <Form onSubmit={dispute}>
        <About entry={entry}>
          It stops counting, and the skill is not verified, until the dispute is resolved.
        </About>
        <Field label="Reason (optional)" pointer="/reason">
          {(props) => <input {...props} name="reason" dir="auto" autocomplete="off" />}
        </Field>
        <Submit onCancel={onClose}>Dispute</Submit>
      </Form>
    </Dialog>
  )
}

const outcomes = [
  ['upheld', 'Uphold the evidence: it counts again'],
  ['revoked', 'Revoke the evidence: it never counts again'],
] as const

function ResolveDialog({ entry, onDone, onClose }: DialogParts) {
  const resolve = async (values: FormData): Promise<void> => {
    const [outcome] = outcomes.find(([value]) => value === values.get('outcome')) ?? outcomes[0]
    await client.evidence.resolve({ id: entry.id, outcome })
    toast(outcome === 'upheld' ? 'Upheld' : 'Revoked')
    onClose()
    onDone()
  }
  return (
    <Dialog title="Resolve the dispute" onClose={onClose}>
      <Form onSubmit={resolve}>
        <About entry={entry}>
          {entry.status_reason === null ? 'No reason was given.' : <bdi>{entry.status_reason}</bdi>}
        </About>
        <Fieldset legend="Outcome" pointer="/outcome">
          {outcomes.map(([value, name]) => (
            <label key={value} class="choice">
              <input type="radio" name="outcome" value={value} defaultChecked={value === 'upheld'} />
              {name}
            </label>
          ))}
        </Fieldset>
        <Submit onCancel={onClose}>Resolve</Submit>
      </Form>
    </Dialog>
  )
}

function RevokeDialog({ entry, onDone, onClose }: DialogParts) {
  const revoke = async (values: FormData): Promise<void> => {
    await client.evidence.revoke({ id: entry.id, reason: textIn(values, 'reason') ?? '' })
    toast('Revoked')
    onClose()
    onDone()
  }
  return (
    <Dialog title="Revoke this evidence" onClose={onClose}>
      <Form onSubmit={revoke}>
        <About entry={entry}>
          It never counts again, and the result of an assessment is voided. This cannot be undone.
        </About>
        <Field label="Reason" hint="Kept with the entry." pointer="/reason">
          {(props) => <input {...props} name="reason" dir="auto" autocomplete="off" required />}
        </Field>
        <Submit kind="danger" onCancel={onClose}>
          Revoke for good
        </Submit>
      </Form>
    </Dialog>
  )
}

function About({ entry, children }: Pick<DialogParts, 'entry'> & { readonly children: ComponentChildren }) {
  return (
    <div>
      <p>
        <strong dir="auto">{evidenceName(entry)}</strong>
      </p>
      <p>{children}</p>
    </div>
  )
}
