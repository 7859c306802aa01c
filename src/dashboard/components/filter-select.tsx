import { useId } from 'preact/hooks'

interface FilterSelectParts {
  readonly label: string
  readonly value: string | undefined
  /** Values with what they are called; the choice of none comes by itself. */
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly onChange: (value: string) => void
}

/** One thing that rows may have to be. */
export function FilterSelect({ label, value = '', options, onChange }: FilterSelectParts) {
  const id = useId()
  // What the address asks for stays shown, known or not.
  const isForeign = value !== '' && !options.some(([one]) => one === value)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">any</option>
        {isForeign && <option value={value}>{value}</option>}
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
