import { Copy } from './copy.tsx'

/** A command to paste into a terminal. */
export function Command({ text }: { readonly text: string }) {
  return (
    <div class="command">
      <code tabIndex={0}>{text}</code>
      <Copy text={text} label="Copy the command" />
    </div>
  )
}
