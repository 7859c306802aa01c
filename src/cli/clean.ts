import { bidiControls, controls } from '../printable.ts'

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}]|[\u{1e800}-\u{1efff}]/u

/** Text from elsewhere, without what could drive the terminal or turn the line around. */
export function clean(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(controls, '').replace(bidiControls, '')
}

/** Right-to-left text is fenced in, so that it cannot reorder the columns beside it. */
export function fenced(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** A field for programs: one line, no tabs, nothing else changed. */
export function field(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}
