import { useId } from 'preact/hooks'

interface FilterSelectParts {
  readonly label: string
  readonly value: string | undefined
  /** Beside `any`. */
  readonly options: readonly string[]
  readonly onChange: (value: string) => void
}

export function FilterSelect({ label, value = '', options, onChange }: FilterSelectParts) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">any</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </div>
  )
}
