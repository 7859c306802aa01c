import type { ComponentChildren } from 'preact'
import { Command } from './command.tsx'

interface EmptyParts {
  readonly title: string
  /** The command that would put something here. */
  readonly command?: string
  readonly children?: ComponentChildren
}

/** Instead of a list without rows. */
export function Empty({ title, command, children }: EmptyParts) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
      {command !== undefined && <Command text={command} />}
    </div>
  )
}
