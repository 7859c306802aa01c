import { Copy } from './copy.tsx'

interface CommandParts {
  readonly text: string
  /** What is copied. Default: the command. */
  readonly label?: string
}

/** A command to paste into a terminal, or anything else of one line to take along. */
export function Command({ text, label = 'Copy the command' }: CommandParts) {
  return (
    <div class="command">
      <code tabIndex={0}>{text}</code>
      <Copy text={text} label={label} />
    </div>
  )
}
