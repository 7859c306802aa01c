import { Copy } from './copy.tsx'

interface CodeParts {
  /** What it is: `Request body`. */
  readonly label: string
  readonly text: string
}

export function Code({ label, text }: CodeParts) {
  return (
    <div class="code">
      {/* It scrolls, so the keyboard has to reach it. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <Copy text={text} label={`Copy: ${label}`} />
    </div>
  )
}

/** A value as JSON; a text that is JSON is laid out, any other shown as it is. */
export function Json({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <Code label={label} text={typeof value === 'string' ? laidOut(value) : JSON.stringify(value, null, 2)} />
  )
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
