import type { ComponentChildren, TargetedMouseEvent } from 'preact'
import { hrefOf, navigate } from '../router.ts'

interface LinkParts {
  /** Without `/dashboard`: `/keys`. */
  readonly to: string
  readonly class?: string
  readonly title?: string
  readonly current?: boolean
  readonly onFollow?: () => void
  readonly children: ComponentChildren
}

/** A link inside the dashboard: a plain click changes the page, any other does what the browser does. */
export function Link({ to, current, onFollow, children, ...rest }: LinkParts) {
  const follow = (event: TargetedMouseEvent<HTMLAnchorElement>): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onFollow?.()
    navigate(to)
  }
  return (
    <a {...rest} href={hrefOf(to)} aria-current={current === true ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
