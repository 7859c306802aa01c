import { useEffect, useId, useState } from 'preact/hooks'

interface FilterInputParts {
  readonly label: string
  readonly value: string | undefined
  readonly type?: 'text' | 'search' | 'email' | 'date' | 'datetime-local'
  readonly placeholder?: string
  /** Of the whole text; anything else does not filter. */
  readonly pattern?: string
  /** What the pattern wants, in words. */
  readonly title?: string
  /** Id of a list of suggestions. */
  readonly list?: string
  /** Filters with every letter instead of when the field is left. */
  readonly isEager?: boolean
  readonly onChange: (value: string) => void
}

/** A field whose value is in the address. What is being typed stays when the page is drawn anew. */
export function FilterInput({ label, value = '', isEager = false, onChange, ...rest }: FilterInputParts) {
  const id = useId()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...rest}
        id={id}
        value={text}
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget: { value } }) => {
          setText(value)
          if (isEager) onChange(value.trim())
        }}
        onChange={({ currentTarget: field }) => {
          if (field.reportValidity()) onChange(field.value.trim())
        }}
      />
    </div>
  )
}
