import { flagName } from './flags.ts'
import type { Arg } from './flags.ts'
import { globalFlags } from './globals.ts'
import type { Surface } from './io.ts'
import { manifest } from './manifest.ts'
import { capital, examples, globalRow, learnMore, page, paragraph, section, usage } from './page.ts'
import type { Example, Row } from './page.ts'
import { topicOf, topics } from './topics.ts'
import type { Noun, Verb } from './verb.ts'

const intent = 'Skill verification: invites, scored results and skill passports, complete on this machine.'

/** `skillpass` alone: the way in. `program` is what the user typed to get here. */
export function startPage(program: string, surface: Surface): string {
  const lines = firstSteps.map(([line, purpose]): Example => [`${program} ${line}`, purpose])
  return page([paragraph(intent, surface), examples('Start here', lines, surface)])
}

const firstSteps: readonly Example[] = [
  ['dev', 'start the sandbox, then go on in another terminal'],
  ['passport get usr_alex', 'what somebody can do'],
  ['invite send kim@example.com --skill react', 'ask somebody to show it'],
  ['webhook listen', 'watch what happens, as it happens'],
  ['doctor', 'when something does not work'],
  ['--help', 'every command, and topics such as scopes'],
]

/** `skillpass --help`. */
export function topHelp(surface: Surface): string {
  const groups = grouped(manifest, ({ group }) => group)
  return page([
    paragraph(intent, surface),
    usage('<command> [flags]', surface),
    ...[...groups].map(([title, entries]) => section(title, entries.map(summaryRow), surface, 12)),
    topicList(surface),
    `Every command explains itself: ${surface.paint.strong('skillpass <command> --help')}`,
  ])
}

function topicList(surface: Surface): string {
  return section('Topics: skillpass help TOPIC', topics.map(summaryRow), surface, 12)
}

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
    learnMore(topicOf(noun.name), surface),
  ])
}

/** `skillpass invite send --help`. */
export function verbHelp(path: string, verb: Verb, surface: Surface): string {
  const args = Object.values(verb.args)
  const groups = grouped(Object.entries(verb.flags), ([, flag]) => flag.group)
  return page([
    capital(verb.summary),
    ...(verb.about === undefined ? [] : [paragraph(verb.about, surface)]),
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
    examples('Examples', verb.examples, surface),
    learnMore(topicOf(path), surface),
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
  const { short, kind, summary, required, many, unless } = flag
  const name = `${short === null ? '' : `${short}, `}${flagName(key)}`
  const choices = kind?.choices === undefined ? '' : `: ${kind.choices.join(', ')}`
  const need = unless === undefined ? ' (required)' : ` (required without ${flagName(unless)})`
  const note = `${required ? need : ''}${many ? ' (repeatable)' : ''}`
  return [kind === null ? name : `${name} ${kind.placeholder}`, `${summary}${choices}${note}`]
}

function argName({ kind, many, required }: Arg<unknown>): string {
  const name = many ? `${kind.placeholder}…` : kind.placeholder
  return required ? name : `[${name}]`
}

function grouped<T>(items: readonly T[], titleOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(titleOf(item), [...(groups.get(titleOf(item)) ?? []), item])
  return groups
}
