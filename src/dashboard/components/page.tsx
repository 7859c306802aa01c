import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { place } from '../router.ts'
import { Link } from './link.tsx'

interface PageParts {
  /** Heading, and title of the tab. */
  readonly title: string
  /** What stands beside the heading, such as an id or a status. */
  readonly aside?: ComponentChildren
  /** Buttons for what can be done. */
  readonly actions?: ComponentChildren
  /** The list that this belongs to. */
  readonly parent?: { readonly to: string; readonly title: string }
  readonly children: ComponentChildren
}

/** The frame of every page: its heading takes the focus when somebody came by a link. */
export function Page({ title, aside, actions, parent, children }: PageParts) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · skillpass`
  }, [title])
  useLayoutEffect(() => {
    if (place.get().by !== 'load') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div class="page">
      {parent && (
        <nav class="page-parent" aria-label="Breadcrumb">
          <Link to={parent.to}>
            <span aria-hidden="true">← </span>
            {parent.title}
          </Link>
        </nav>
      )}
      <header class="page-header">
        <h1 ref={heading} tabIndex={-1} dir="auto" title={title}>
          {title}
        </h1>
        {aside}
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
