import type { ComponentChildren } from 'preact'

interface ButtonParts {
  readonly kind?: 'plain' | 'main' | 'danger' | 'quiet'
  readonly type?: 'button' | 'submit'
  readonly small?: boolean
  readonly disabled?: boolean
  /** Something is under way: it cannot be pressed again. */
  readonly isBusy?: boolean
  readonly pressed?: boolean
  /** Of what it opens and closes. */
  readonly expanded?: boolean
  /** What it does, where its text alone does not say. */
  readonly label?: string
  readonly title?: string
  readonly onClick?: () => void
  readonly children: ComponentChildren
}

export function Button(parts: ButtonParts) {
  const { kind = 'plain', type = 'button', small, disabled, isBusy = false, label, title } = parts
  return (
    <button
      type={type}
      class={`button button-${kind}${small === true ? ' button-small' : ''}`}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      aria-pressed={parts.pressed}
      aria-expanded={parts.expanded}
      aria-label={label}
      title={title}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else parts.onClick?.()
      }}
    >
      {parts.children}
    </button>
  )
}
