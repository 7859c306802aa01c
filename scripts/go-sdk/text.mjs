/** Comments of Go. */

/** A text as a comment, wrapped; paragraphs stand apart. */
export function comment(...paragraphs) {
  const lines = paragraphs
    .filter((text) => text !== '')
    .flatMap((text, at) => [...(at === 0 ? [] : ['']), ...wrapped(text)])
  return lines.map((line) => `// ${line}`.trimEnd()).join('\n')
}

function wrapped(text) {
  return text.match(/\S.{0,99}(?=\s|$)/g).map((line) => line.trim())
}

/** What a description says that the Go type does not say already. */
export function description(schema) {
  const told =
    schema.description ?? schema.anyOf?.find((one) => one.description !== undefined)?.description ?? ''
  // A duration of Go is no text.
  return typeSays.has(told) ? '' : told.replace(/: seconds, or text such as [^.]*\./, ', in whole seconds.')
}

const typeSays = new Set([
  'RFC 3339, UTC, with milliseconds.',
  'YYYY-MM-DD, UTC.',
  'Whole seconds, or a number with its unit (`s m h d w`): `"90m"`, `"36h"`, `"7d"`.',
])

/** What the service takes, as a sentence: `60 to 604800. Default 100.` */
export function limits({ minimum, maximum, maxLength, maxItems, default: usual, anyOf }) {
  const inner = anyOf?.find((one) => one.type !== 'null') ?? {}
  const [low, high] = [minimum ?? inner.minimum, maximum ?? inner.maximum]
  const parts = []
  if (low !== undefined && high !== undefined) parts.push(`${low} to ${high}.`)
  const length = maxLength ?? inner.maxLength
  if (length !== undefined) parts.push(`Up to ${length} characters.`)
  if (maxItems !== undefined) parts.push(`Up to ${maxItems} items.`)
  if (usual !== undefined && usual !== null) parts.push(`Default ${plain(usual)}.`)
  return parts.join(' ')
}

function plain(value) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `Send an invite` → `send an invite`; names such as OpenAPI stay. */
export function lowered(text) {
  return /^[A-Z][a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text
}
