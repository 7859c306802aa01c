import type { TargetedEvent } from 'preact'
import { useId } from 'preact/hooks'

interface TextFilterParts {
  readonly label: string
  /** Asks for a moment instead. */
  readonly isTime?: boolean
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** Applies when Enter is pressed or the field is left. */
export function TextFilter({ label, isTime = false, value = '', onChange }: TextFilterParts) {
  const id = useId()
  const given = {
    id,
    value,
    onChange: (event: TargetedEvent<HTMLInputElement>) => onChange(event.currentTarget.value.trim()),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isTime ? (
        <input {...given} type="datetime-local" />
      ) : (
        <input {...given} autocomplete="off" spellcheck={false} />
      )}
    </div>
  )
}
