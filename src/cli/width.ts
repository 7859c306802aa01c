import stringWidth from 'string-width'

/** Columns a text takes on a terminal: wide characters take two, combining ones none. */
export function width(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text)
}

/** The text in at most `columns`, its end replaced by "…" where it is longer. */
export function shorten(text: string, columns: number): string {
  if (width(text) <= columns) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (width(kept + segment) > columns - 1) break
    kept += segment
  }
  return columns < 1 ? '' : `${kept}…`
}
