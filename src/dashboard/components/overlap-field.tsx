import { Field } from './form.tsx'

const overlaps = [
  [0, 'Not at all: it ends now'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [259_200, '3 days'],
  [604_800, '7 days'],
  [2_592_000, '30 days'],
] as const
const usual = 86_400

interface OverlapFieldParts {
  readonly label: string
  readonly hint?: string
}

/** How long the outgoing secret of a rotation goes on, seconds. */
export function OverlapField(parts: OverlapFieldParts) {
  return (
    <Field {...parts} pointer="/overlap_seconds">
      {(props) => (
        <select {...props} name="overlap_seconds">
          {overlaps.map(([seconds, text]) => (
            <option key={seconds} value={seconds} selected={seconds === usual}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function overlapOf(values: FormData): number {
  return Number(values.get('overlap_seconds'))
}
