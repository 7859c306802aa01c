/** Markup. What came into it as text was escaped; what was markup already stayed as it was. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Inset = string | number | Html | null | readonly Html[]

/** A template of HTML; null leaves nothing. */
export function markup(parts: TemplateStringsArray, ...insets: readonly Inset[]): Html {
  return new Html(parts.map((part, place) => part + rendered(insets[place] ?? null)).join(''))
}

/** Text as it stands in HTML, inside of quoted attributes too. */
export function text(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
}

function rendered(inset: Inset): string {
  if (inset === null) return ''
  if (inset instanceof Html) return inset.text
  if (typeof inset === 'object') return inset.map((one) => one.text).join('')
  return text(String(inset))
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
