import type { GlobalFlag } from './globals.ts'
import type { Surface } from './io.ts'
import { wrap } from './wrap.ts'

/** What the pages of help are made of. */

export type Row = readonly [term: string, meaning: string]

/** A command line, and what it is for. */
export type Example = readonly [line: string, purpose: string]

export function page(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}

export function paragraph(text: string, { width }: Surface): string {
  return wrap(text, width, '')
}

export function section(title: string, rows: readonly Row[], surface: Surface, least = 0): string {
  const column = Math.max(least, ...rows.map(([term]) => term.length)) + 4
  const lines = rows.map(([term, meaning]) => {
    const told = wrap(meaning, surface.width, ' '.repeat(column)).slice(term.length + 2)
    return `  ${surface.paint.accent(term)}${told}`
  })
  return [surface.paint.strong(title), ...lines].join('\n')
}

export function globalRow({ name, short, kind, summary }: GlobalFlag): Row {
  const names = short === undefined ? name : `${short}, ${name}`
  return [kind === null ? names : `${names} ${kind.placeholder}`, summary]
}

export function usage(line: string, { paint }: Surface): string {
  return `${paint.strong('Usage')}  skillpass ${line}`
}

export function examples(title: string, lines: readonly Example[], { paint }: Surface): string {
  const told = lines.flatMap(([line, purpose]) => [paint.faint(`  # ${purpose}`), `  ${line}`])
  return [paint.strong(title), ...told].join('\n')
}

export function learnMore(topic: string, { paint }: Surface): string {
  return `${paint.strong('Learn more')}  skillpass help ${topic}`
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
