import { createHash } from 'node:crypto'

/** An index takes no keys beyond a third of a page; in bytes a character may be three. */
const LONGEST_KEY = 600
/** What text of a database cannot hold: NUL, and halves of characters. The backslash marks them. */
const forbidden = /[\\\0]|\p{Surrogate}/u
const allForbidden = /[\\\0]|\p{Surrogate}/gu

/** Any text as one that the database holds; different texts stay different, and most stay as they are. */
export function stored(text: string): string {
  return forbidden.test(text) ? text.replace(allForbidden, escaped) : text
}

export function restored(text: string): string {
  return text.includes('\\') ? text.replace(/\\u([0-9a-f]{4})/g, unescaped) : text
}

/** A key is only ever compared: one that is too long for an index stands there as its digest. */
export function storedKey(key: string): string {
  return key.length > LONGEST_KEY
    ? `\\${createHash('sha256').update(stored(key)).digest('hex')}`
    : stored(key)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function unescaped(_: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16))
}
