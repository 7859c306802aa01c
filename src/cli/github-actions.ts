import type { Io } from './io.ts'

/** Keys and webhook secrets in full, but those that are being masked already. */
const secrets = /(?<!::add-mask::)\b(?:sk_(?:live|test)_[0-9A-Za-z]{36}\b|whsec_[0-9A-Za-z+/]{43}=)/g

/**
 * Names every secret to the runner before it is printed, so that the log of the job shows it as `***`. On stderr:
 * the runner reads both streams, and stdout is data that often goes to a file or a variable.
 */
export function masking(io: Io): Io {
  const known = new Set<string>()
  return {
    ...io,
    out: async (text) => {
      for (const secret of new Set(text.match(secrets))) {
        if (known.has(secret)) continue
        known.add(secret)
        await io.err(maskLine(secret))
      }
      await io.out(text)
    },
  }
}

/** The runner takes such a line out of the log. */
export function maskLine(secret: string): string {
  return `::add-mask::${secret}\n`
}
