import { globalFlags } from './globals.ts'
import type { Surface } from './io.ts'
import { manifest } from './manifest.ts'
import { flagName } from './flags.ts'
import type { Arg } from './flags.ts'
import type { Noun, Verb } from './verb.ts'
import { wrap } from './wrap.ts'

type Row = readonly [term: string, meaning: string]

/** `skillpass --help`. */
export function topHelp(surface: Surface): string {
  const groups = grouped(manifest, ({ group }) => group)
  return page([
    wrap(
      'Skill verification: invites, scored results and skill passports, complete on this machine.',
      surface.width,
      '',
    ),
    usage('<command> [flags]', surface),
    ...[...groups].map(([title, entries]) => section(title, entries.map(summaryRow), surface, 12)),
    section('Start here', firstSteps, surface),
    `Every command explains itself: ${surface.paint.strong('skillpass <command> --help')}`,
  ])
}

const firstSteps: readonly Row[] = [
  ['skillpass dev', 'people, skills and invites to play with'],
  ['skillpass passport get usr_alex', 'what one of them can do'],
]

function summaryRow({ name, summary }: { readonly name: string; readonly summary: string }): Row {
  return [name, summary]
}

/** `skillpass invite --help`. */
export function nounHelp(noun: Noun, surface: Surface): string {
  return page([
    capital(noun.summary),
    usage(`${noun.name} <verb> [flags]`, surface),
    section('Verbs', noun.verbs.map(summaryRow), surface),
    `More: ${surface.paint.strong(`skillpass ${noun.name} <verb> --help`)}`,
  ])
}

/** `skillpass invite send --help`. */
export function verbHelp(path: string, verb: Verb, surface: Surface): string {
  const args = Object.values(verb.args)
  const groups = grouped(Object.entries(verb.flags), ([, flag]) => flag.group)
  return page([
    capital(verb.summary),
    ...(verb.about === undefined ? [] : [wrap(verb.about, surface.width, '')]),
    usage(
      [
        path,
        ...args.filter(({ behindDashes }) => !behindDashes).map(argName),
        ...needs(verb),
        '[flags]',
        ...args.filter(({ behindDashes }) => behindDashes).map((arg) => `-- ${argName(arg)}`),
      ].join(' '),
      surface,
    ),
    ...(args.length === 0 ? [] : [section('Arguments', args.map(argRow), surface)]),
    ...[...groups].map(([title, flags]) => section(title, flags.map(flagRow), surface)),
    section('Everywhere', everywhere(verb).map(globalRow), surface),
    examples(verb, surface),
  ])
}

/** A command's own flag takes the place of the global one of its name. */
function everywhere({ flags }: Verb): typeof globalFlags {
  const own = new Set(Object.keys(flags).map(flagName))
  return globalFlags.filter(({ name }) => !own.has(name))
}

function argRow(arg: Arg<unknown>): Row {
  return [argName(arg), arg.summary]
}

function needs(verb: Verb): string[] {
  return Object.entries(verb.flags)
    .filter(([, flag]) => flag.required)
    .map(([key, flag]) => `${flagName(key)} ${flag.kind?.placeholder ?? ''}`.trimEnd())
}

function flagRow([key, flag]: [string, Verb['flags'][string]]): Row {
  const { short, kind, summary, required, many } = flag
  const name = `${short === null ? '' : `${short}, `}${flagName(key)}`
  const choices = kind?.choices === undefined ? '' : `: ${kind.choices.join(', ')}`
  const note = `${required ? ' (required)' : ''}${many ? ' (repeatable)' : ''}`
  return [kind === null ? name : `${name} ${kind.placeholder}`, `${summary}${choices}${note}`]
}

function globalRow({ name, short, kind, summary }: (typeof globalFlags)[number]): Row {
  const names = short === undefined ? name : `${short}, ${name}`
  return [kind === null ? names : `${names} ${kind.placeholder}`, summary]
}

function argName({ kind, many, required }: Arg<unknown>): string {
  const name = many ? `${kind.placeholder}…` : kind.placeholder
  return required ? name : `[${name}]`
}

function examples(verb: Verb, { paint }: Surface): string {
  const lines = verb.examples.flatMap(([line, purpose]) => [paint.faint(`  # ${purpose}`), `  ${line}`])
  return [paint.strong('Examples'), ...lines].join('\n')
}

function usage(line: string, { paint }: Surface): string {
  return `${paint.strong('Usage')}  skillpass ${line}`
}

function section(title: string, rows: readonly Row[], surface: Surface, least = 0): string {
  const column = Math.max(least, ...rows.map(([term]) => term.length)) + 4
  const lines = rows.map(([term, meaning]) => {
    const told = wrap(meaning, surface.width, ' '.repeat(column)).slice(term.length + 2)
    return `  ${surface.paint.accent(term)}${told}`
  })
  return [surface.paint.strong(title), ...lines].join('\n')
}

function grouped<T>(items: readonly T[], titleOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(titleOf(item), [...(groups.get(titleOf(item)) ?? []), item])
  return groups
}

function page(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
