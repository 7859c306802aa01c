/** Characters that could drive a terminal. */
export const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu
/** Characters that could turn a line around. */
export const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Text from elsewhere that is passed on as it is, but for what could drive the terminal. */
export function printable(text: string): string {
  return text.replace(controls, (one) => (one === '\n' || one === '\t' ? one : '')).replace(bidiControls, '')
}

/** The same of JSON, which can spell such characters instead: `\u202e`. A raw carriage return is only space there. */
export function spelt(json: string): string {
  const code = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  return printable(json.replaceAll(/[\u007f-\u009f\u2028\u2029]/gu, code).replaceAll(bidiControls, code))
}
