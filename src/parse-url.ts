/**
 * The URL that a text is; null when it is none. Not asked of `URL.canParse`: on Node.js 20 and 22 it says no to
 * letters such as ü from the moment it was called often enough to be compiled.
 */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
