import { clean, fenced, field } from './clean.ts'
import type { Surface } from './io.ts'
import { wrap } from './wrap.ts'

/** A named fact; null ones are left out. The value is for people, `raw` for programs where they differ. */
export type Fact = readonly [label: string, value: string | null, raw?: string]

/** Facts one below the other: aligned for people, `label<TAB>value` for programs. */
export function card(facts: readonly Fact[], surface: Surface): string {
  const known = facts.filter((fact): fact is readonly [string, string, string?] => fact[1] !== null)
  if (!surface.tty)
    return known.map(([label, value, raw]) => `${key(label)}\t${field(raw ?? value)}`).join('\n')
  const column = Math.max(...known.map(([label]) => label.length)) + 2
  return known
    .map(
      ([label, value]) =>
        `  ${surface.paint.faint(label.padEnd(column))}${inside(value, column + 2, surface)}`,
    )
    .join('\n')
}

/** A long value goes on below its first line; one with colours in it is short. */
function inside(value: string, column: number, { width }: Surface): string {
  return value.includes('\u001b') ? value : wrap(value, width, ' '.repeat(column)).trimStart()
}

function key(label: string): string {
  return label.toLowerCase().replaceAll(' ', '_')
}

/** Text from elsewhere as a value of a card. */
export function told(text: string | null): string | null {
  return text === null ? null : fenced(clean(text))
}

/** The headline of a card: what it is on the left, its id on the right where there is room. */
export function headline(left: string, leftWidth: number, id: string, { width, paint }: Surface): string {
  const room = Math.min(width, 100) - leftWidth - id.length - 4
  return room < 2 ? `  ${left}\n  ${paint.faint(id)}` : `  ${left}${' '.repeat(room)}${paint.faint(id)}`
}
