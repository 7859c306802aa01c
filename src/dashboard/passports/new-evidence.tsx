import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { serviceNow } from '../clock.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { SkillField } from '../components/skill-field.tsx'
import { dayOf } from '../days.ts'
import { numberIn, textIn } from '../optional-values.ts'
import { toast } from '../toasts.ts'

interface NewEvidenceParts {
  readonly user: string
  /** Absent: it is asked for. */
  readonly skill?: string
  readonly onDone: () => void
  readonly onClose: () => void
}

const types = ['session', 'assessment', 'endorsement'] as const
type Type = (typeof types)[number]
const tiers = ['T0', 'T1', 'T2', 'T3', 'T4', 'T5'] as const

export function NewEvidence({ user, skill, onDone, onClose }: NewEvidenceParts) {
  const [type, setType] = useState<Type>('session')
  const add = async (values: FormData): Promise<void> => {
    await client.evidence.create({
      id: user,
      type,
      skill: skill ?? textIn(values, 'skill') ?? '',
      occurred_on: textIn(values, 'occurred_on'),
      summary: textIn(values, 'summary'),
      url: textIn(values, 'url'),
      source: textIn(values, 'source'),
      ...factsIn(type, values),
    })
    toast('Added')
    onClose()
    onDone()
  }
  return (
    <Dialog title="Add evidence" onClose={onClose}>
      <Form onSubmit={add}>
        {skill === undefined && <SkillField />}
        <div class="fields">
          <Field label="Type" pointer="/type">
            {(props) => (
              <select
                {...props}
                value={type}
                onChange={({ currentTarget: { value } }) =>
                  setType(types.find((one) => one === value) ?? 'session')
                }
              >
                {types.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Happened on" pointer="/occurred_on">
            {(props) => (
              <input
                {...props}
                type="date"
                name="occurred_on"
                max={dayOf(serviceNow())}
                defaultValue={dayOf(serviceNow())}
              />
            )}
          </Field>
        </div>
        <FactFields type={type} />
        <Field label="Summary (optional)" pointer="/summary">
          {(props) => <textarea {...props} name="summary" dir="auto" />}
        </Field>
        <div class="fields">
          <Field label="Where to read more" pointer="/url">
            {(props) => <input {...props} name="url" type="url" placeholder="https://" autocomplete="off" />}
          </Field>
          <Field label="Source" hint="The system it comes from." pointer="/source">
            {(props) => <input {...props} name="source" autocomplete="off" />}
          </Field>
        </div>
        <Submit onCancel={onClose}>Add evidence</Submit>
      </Form>
    </Dialog>
  )
}

/** Only what belongs to the type: the service refuses the rest. */
function factsIn(type: Type, values: FormData) {
  if (type === 'session')
    return { rating: numberIn(values, 'rating'), partner_id: textIn(values, 'partner_id') }
  if (type === 'assessment')
    return { score: numberIn(values, 'score'), max_score: numberIn(values, 'max_score') }
  const endorser_id = textIn(values, 'endorser_id')
  if (endorser_id !== undefined) return { endorser_id }
  return {
    endorser_name: textIn(values, 'endorser_name'),
    endorser_tier: tiers.find((one) => one === values.get('endorser_tier')),
  }
}

function FactFields({ type }: { readonly type: Type }) {
  if (type === 'session')
    return (
      <div class="fields">
        <Field label="Rating" hint="0 to 5. Empty: unrated." pointer="/rating">
          {(props) => <input {...props} name="rating" type="number" min="0" max="5" step="any" />}
        </Field>
        <Field label="Partner" hint="An id, if it is known." pointer="/partner_id">
          {(props) => <input {...props} name="partner_id" autocomplete="off" />}
        </Field>
      </div>
    )
  if (type === 'assessment')
    return (
      <div class="fields">
        <Field label="Score" pointer="/score">
          {(props) => <input {...props} name="score" type="number" min="0" step="any" />}
        </Field>
        <Field label="Out of" pointer="/max_score">
          {(props) => (
            <input {...props} name="max_score" type="number" min="0" step="any" defaultValue="100" />
          )}
        </Field>
      </div>
    )
  return (
    <>
      <Field
        label="Endorser"
        hint="The id of a user, whose tier is frozen now. Or the name and tier of somebody else:"
        pointer="/endorser_id"
      >
        {(props) => <input {...props} name="endorser_id" autocomplete="off" />}
      </Field>
      <div class="fields">
        <Field label="Name of the endorser" pointer="/endorser_name">
          {(props) => <input {...props} name="endorser_name" dir="auto" autocomplete="off" />}
        </Field>
        <Field label="Tier of the endorser" pointer="/endorser_tier">
          {(props) => (
            <select {...props} name="endorser_tier">
              <option value="">–</option>
              {tiers.map((tier) => (
                <option key={tier}>{tier}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </>
  )
}
