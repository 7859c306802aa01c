import { client } from '../client.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { RowsField } from '../components/rows-field.tsx'
import { numberIn, textsIn } from '../optional-values.ts'
import { toast } from '../toasts.ts'

export interface StepDialogParts {
  readonly id: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Finishes the assessment with a chosen score. */
export function CompleteDialog({ id, onDone, onClose }: StepDialogParts) {
  const complete = async (values: FormData): Promise<void> => {
    await client.invites.complete({
      id,
      score: numberIn(values, 'score') ?? Number.NaN,
      max_score: numberIn(values, 'max_score'),
      sections: sectionsIn(values),
    })
    toast('Completed')
    onClose()
    onDone()
  }
  return (
    <Dialog title="Complete the assessment" onClose={onClose}>
      <Form onSubmit={complete}>
        <div class="fields">
          <Field label="Score" pointer="/score">
            {(props) => <input {...props} name="score" type="number" min="0" step="any" defaultValue="85" />}
          </Field>
          <Field label="Out of" pointer="/max_score">
            {(props) => (
              <input {...props} name="max_score" type="number" min="0" step="any" defaultValue="100" />
            )}
          </Field>
        </div>
        <RowsField legend="Sections" hint="Kept as they are sent." pointer="/sections" add="Add a section">
          {(number) => (
            <>
              <input name="section" aria-label={`Section ${number}`} placeholder="name" dir="auto" />
              <input
                name="section_score"
                aria-label={`Score of section ${number}`}
                type="number"
                step="any"
              />
              <input
                name="section_max"
                aria-label={`Section ${number} is out of`}
                type="number"
                step="any"
                defaultValue="100"
              />
            </>
          )}
        </RowsField>
        <Submit onCancel={onClose}>Complete</Submit>
      </Form>
    </Dialog>
  )
}

function sectionsIn(values: FormData) {
  const scores = textsIn(values, 'section_score')
  const most = textsIn(values, 'section_max')
  const sections = textsIn(values, 'section').map((name, index) => ({
    name,
    score: Number(scores[index]),
    max_score: Number(most[index]),
  }))
  return sections.length === 0 ? undefined : sections
}
