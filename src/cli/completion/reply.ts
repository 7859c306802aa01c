import { quoted } from './bash-line.ts'
import type { BashLine } from './bash-line.ts'
import type { Candidate } from './shape.ts'

/** What a script is told: its first line says how to go on, the others are the candidates. */
export interface Reply {
  readonly keep: string
  readonly candidates: readonly Candidate[]
  /** What the shell shall complete by itself. */
  readonly rest: 'none' | 'file' | 'folder' | 'command'
  /** Whether more of the same word may follow. */
  readonly goesOn: boolean
}

function head({ rest, goesOn, keep }: Reply): string {
  return `${rest} ${goesOn ? 'nospace' : 'space'} ${keep.length}`
}

/** Whole words, but for the part that bash leaves alone. It shows no descriptions. */
export function bashReply(reply: Reply, { fixed, quote }: BashLine): string[] {
  const words = reply.candidates
    .map(({ value }) => reply.keep + value)
    .filter((word) => word.startsWith(fixed))
  const shown = words.map((word) => quoted(word.slice(fixed.length), quote)).filter((word) => word !== null)
  return [head(reply), ...shown]
}

/** The kept part is set aside by its length; a colon separates the description. */
export function zshReply(reply: Reply): string[] {
  const told = reply.candidates.map(({ value, about }) => {
    const name = value.replace(/[\\:]/g, String.raw`\$&`)
    return about === '' ? name : `${name}:${about}`
  })
  return [head(reply), ...told]
}

/** Whole words; a tab separates the description. Fish quotes by itself. */
export function fishReply(reply: Reply): string[] {
  return [head(reply), ...reply.candidates.map(({ value, about }) => `${reply.keep}${value}\t${about}`)]
}
