const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}]|[\u{1e800}-\u{1efff}]/u

/** Text from elsewhere, without what could drive the terminal or turn the line around. */
export function clean(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(controls, '').replace(bidiControls, '')
}

/** Text from elsewhere that is passed on as it is, but for what could drive the terminal. */
export function printable(text: string): string {
  return text.replace(controls, (one) => (one === '\n' || one === '\t' ? one : '')).replace(bidiControls, '')
}

/** The same of JSON, which can spell such characters instead: `\u202e`. A raw carriage return is only space there. */
export function spelt(json: string): string {
  const code = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  return printable(json.replaceAll(/[\u007f-\u009f\u2028\u2029]/gu, code).replaceAll(bidiControls, code))
}

/** Right-to-left text is fenced in, so that it cannot reorder the columns beside it. */
export function fenced(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** A field for programs: one line, no tabs, nothing else changed. */
export function field(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}
