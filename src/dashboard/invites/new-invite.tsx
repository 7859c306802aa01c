import { client } from '../client.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { RowsField } from '../components/rows-field.tsx'
import { SkillField } from '../components/skill-field.tsx'
import { numberIn, textIn, textsIn } from '../optional-values.ts'
import { navigate } from '../router.ts'
import { toast } from '../toasts.ts'
import { ExpiryFields, expiryIn } from './expiry-fields.tsx'

/** What to do about an open invite for the same candidate and skill. */
const policies = [
  ['create', 'Send another one'],
  ['return', 'Open the one there is'],
  ['error', 'Refuse'],
] as const

export function NewInvite({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="New invite" onClose={onClose}>
      <Form onSubmit={send}>
        <Field label="E-mail of the candidate" pointer="/candidate_email">
          {(props) => <input {...props} name="candidate_email" type="email" autocomplete="off" required />}
        </Field>
        <Field label="Name (optional)" pointer="/candidate_name">
          {(props) => <input {...props} name="candidate_name" dir="auto" autocomplete="off" />}
        </Field>
        <SkillField />
        <ExpiryFields legend="It can be started for" />
        <Details />
        <label class="choice">
          <input type="checkbox" name="send_email" value="yes" defaultChecked />
          Mail the link to the candidate
        </label>
        <Submit onCancel={onClose}>Send invite</Submit>
      </Form>
    </Dialog>
  )
}

function Details() {
  return (
    <>
      <div class="fields">
        <Field label="Time limit, minutes" hint="From the start. Empty: none." pointer="/time_limit_seconds">
          {(props) => <input {...props} name="minutes" type="number" min="1" max="10080" />}
        </Field>
        <Field label="External id" hint="Your own, to find it again." pointer="/external_id">
          {(props) => <input {...props} name="external_id" autocomplete="off" />}
        </Field>
      </div>
      <Field label="Redirect" hint="Where the candidate goes afterwards." pointer="/redirect_url">
        {(props) => (
          <input {...props} name="redirect_url" type="url" placeholder="https://" autocomplete="off" />
        )}
      </Field>
      <RowsField legend="Metadata" pointer="/metadata" add="Add metadata">
        {(number) => (
          <>
            <input name="metadata_key" aria-label={`Name ${number}`} placeholder="name" autocomplete="off" />
            <input
              name="metadata_value"
              aria-label={`Value ${number}`}
              placeholder="value"
              autocomplete="off"
            />
          </>
        )}
      </RowsField>
      <Field label="When the candidate has an open invite for the skill" pointer="/if_exists">
        {(props) => (
          <select {...props} name="if_exists">
            {policies.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

async function send(values: FormData): Promise<void> {
  const minutes = numberIn(values, 'minutes', '/time_limit_seconds')
  const { data: invite, response } = await client.invites
    .create({
      candidate_email: textIn(values, 'candidate_email') ?? '',
      candidate_name: textIn(values, 'candidate_name'),
      skill: textIn(values, 'skill') ?? '',
      ...expiryIn(values),
      time_limit_seconds: minutes === undefined ? undefined : Math.round(minutes * 60),
      external_id: textIn(values, 'external_id'),
      redirect_url: textIn(values, 'redirect_url'),
      metadata: metadataIn(values),
      send_email: values.has('send_email'),
      if_exists: policies.find(([value]) => value === values.get('if_exists'))?.[0],
    })
    .withResponse()
  toast(response.status === 201 ? 'Invite sent' : 'This invite is still open')
  navigate(`/invites/${invite.id}`)
}

/** Rows without a name are none; absent when there is no other. */
function metadataIn(values: FormData): Record<string, string> | undefined {
  const given = textsIn(values, 'metadata_value')
  const rows = textsIn(values, 'metadata_key')
    .map((key, index) => [key, given[index] ?? ''] as const)
    .filter(([key]) => key !== '')
  return rows.length === 0 ? undefined : Object.fromEntries(rows)
}
