import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface CardParts {
  readonly title?: string
  readonly actions?: ComponentChildren
  /** Its content goes to its edges, such as a table. */
  readonly flush?: boolean
  readonly children: ComponentChildren
}

export function Card({ title, actions, flush, children }: CardParts) {
  const id = useId()
  return (
    <section class={flush === true ? 'card card-flush' : 'card'} aria-labelledby={title && id}>
      {title !== undefined && (
        <header class="card-header">
          <h2 id={id}>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}
