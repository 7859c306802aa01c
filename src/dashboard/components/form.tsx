import { createContext, type ComponentChildren } from 'preact'
import { useContext, useId, useState } from 'preact/hooks'
import type { SkillpassError } from '../../sdk/errors.ts'
import { asSkillpassError } from '../client.ts'
import { problemsOf, type Problem } from '../problems.ts'
import { Button } from './button.tsx'
import { ErrorPanel } from './error-panel.tsx'

interface Answer {
  readonly isBusy: boolean
  readonly problems: readonly Problem[]
}

const Answered = createContext<Answer>({ isBusy: false, problems: [] })

interface FormParts {
  /** Sends it; a refusal that it throws is shown, each problem at the field with its pointer. */
  readonly onSubmit: (values: FormData) => Promise<void>
  readonly children: ComponentChildren
}

export function Form({ onSubmit, children }: FormParts) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<SkillpassError | null>(null)
  const submit = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true)
    const refused = await onSubmit(new FormData(form)).then(() => null, asSkillpassError)
    setError(refused)
    setBusy(false)
    if (refused !== null) setTimeout(() => focusFirstProblem(form))
  }
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit(event.currentTarget)
      }}
    >
      {error !== null && <ErrorPanel error={error} />}
      <Answered.Provider value={{ isBusy, problems: error === null ? [] : problemsOf(error) }}>
        {children}
      </Answered.Provider>
    </form>
  )
}

/** Where no field is to blame, what is above them all says why. */
function focusFirstProblem(form: HTMLFormElement): void {
  const first = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  const field = first?.matches('fieldset') === true ? first.querySelector('input') : first
  field?.focus()
  const seen = first?.closest('.field, .fieldset') ?? form
  seen.scrollIntoView({ block: 'start' })
}

interface FieldProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

interface FieldParts {
  readonly label: ComponentChildren
  readonly hint?: ComponentChildren
  /** Of the body's field, as in the service's `details`: `/candidate_email`; those below it count too. */
  readonly pointer?: string
  /** Draws the input with these properties. */
  readonly children: (props: FieldProps) => ComponentChildren
}

export function Field({ label, hint, pointer, children }: FieldParts) {
  const id = useId()
  const problem = useProblem(pointer)
  const described = [hint !== undefined && `${id}-hint`, problem !== null && `${id}-problem`].filter(Boolean)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': problem === null ? undefined : true,
      })}
      {problem !== null && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface FieldsetParts {
  readonly legend: string
  readonly hint?: ComponentChildren
  readonly pointer?: string
  readonly children: ComponentChildren
}

/** Choices that belong together. */
export function Fieldset({ legend, hint, pointer, children }: FieldsetParts) {
  const problem = useProblem(pointer)
  return (
    <fieldset class="fieldset" aria-invalid={problem === null ? undefined : true}>
      <legend>{legend}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {problem !== null && <p class="problem">{problem}</p>}
      {children}
    </fieldset>
  )
}

function useProblem(pointer: string | undefined): string | null {
  const { problems } = useContext(Answered)
  const found = problems.find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))
  return found?.message ?? null
}

interface SubmitParts {
  readonly kind?: 'main' | 'danger'
  readonly disabled?: boolean
  readonly onCancel?: () => void
  readonly children: ComponentChildren
}

export function Submit({ kind = 'main', disabled = false, onCancel, children }: SubmitParts) {
  const { isBusy } = useContext(Answered)
  return (
    <div class="form-end">
      {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      <Button type="submit" kind={kind} isBusy={isBusy} disabled={disabled}>
        {children}
      </Button>
    </div>
  )
}
