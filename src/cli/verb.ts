import { Command, CommanderError, Option } from 'commander'
import type { Context } from './context.ts'
import { UsageError } from './failure.ts'
import { BadValue, flagName } from './flags.ts'
import type { Arg, Flag } from './flags.ts'
import { globalFlags } from './globals.ts'

type Args = Readonly<Record<string, Arg<unknown>>>
type Flags = Readonly<Record<string, Flag<unknown>>>
type Read<S> = { readonly [K in keyof S]: S[K] extends { read(given: never): infer T } ? T : never }

/** One command: what it is called, what it takes, what it does. Arguments and flags arrive as one object. */
export interface VerbSpec<A extends Args, F extends Flags> {
  readonly name: string
  readonly summary: string
  /** More than one line can say, for the help. */
  readonly about?: string
  readonly args?: A
  readonly flags?: F
  /** Command lines that work, and what each is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[]
  run(input: Read<A> & Read<F>, context: Context): Promise<void>
}

export interface Verb extends Omit<VerbSpec<Args, Flags>, 'run'> {
  readonly args: Args
  readonly flags: Flags
  /** @throws UsageError naming everything that is missing or wrong at once. */
  run(words: readonly string[], context: Context): Promise<void>
}

/** A command group: `invite` with its verbs. */
export interface Noun {
  readonly name: string
  readonly summary: string
  readonly verbs: readonly Verb[]
}

export function verb<A extends Args = {}, F extends Flags = {}>(spec: VerbSpec<A, F>): Verb {
  const args: Args = spec.args ?? {}
  const flags: Flags = spec.flags ?? {}
  return {
    ...spec,
    args,
    flags,
    run: async (words, context) => {
      // Every entry was made by the `read` of the same name, which is what Read says.
      const input = (await readAll(spec.name, args, flags, words)) as Read<A> & Read<F>
      return spec.run(input, context)
    },
  }
}

/** One argument or flag of a command line, with what was given for it. */
interface Field {
  readonly key: string
  readonly label: string
  readonly isMissing: boolean
  read(): unknown
}

interface Wrong {
  readonly label: string
  readonly error: BadValue
}

async function readAll(name: string, args: Args, flags: Flags, words: readonly string[]) {
  const values = new Map<string, unknown>()
  const missing: string[] = []
  const wrong: Wrong[] = []
  for (const { key, label, isMissing, read } of fieldsOf(args, flags, parse(name, args, flags, words))) {
    try {
      if (isMissing) missing.push(label)
      else values.set(key, read())
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      wrong.push({ label, error })
    }
  }
  if (missing.length + wrong.length > 0) throw await refusal(missing, wrong)
  return Object.fromEntries(values)
}

function fieldsOf(args: Args, flags: Flags, { operands, options }: Parsed): Field[] {
  const positional = Object.entries(args).map(([key, arg], place): Field => {
    const given = arg.many ? operands.slice(place) : operands.slice(place, place + 1)
    const isMissing = given.length === 0 && arg.required
    return { key, label: arg.kind.placeholder, isMissing, read: () => arg.read(given) }
  })
  const named = Object.entries(flags).map(([key, flag]): Field => {
    const given = options.get(key) ?? false
    return {
      key,
      label: flagName(key),
      isMissing: given === false && flag.required,
      read: () => flag.read(given),
    }
  })
  return [...positional, ...named]
}

async function refusal(missing: readonly string[], wrong: readonly Wrong[]): Promise<UsageError> {
  const { withGuess } = await import('./nearest.ts')
  const lines = wrong.map(({ label, error }) => withGuess(sentence(`${label} ${error.message}`), error.near))
  return new UsageError(
    [...(missing.length > 0 ? [`Missing: ${missing.join(', ')}.`] : []), ...lines].join('\n'),
  )
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

interface Parsed {
  readonly operands: readonly string[]
  readonly options: ReadonlyMap<string, readonly string[] | boolean>
}

/** Takes the words apart; the rules above are ours, so that all of them are told at once. */
function parse(name: string, args: Args, flags: Flags, words: readonly string[]): Parsed {
  const { own, behind } = splitAtDashes(name, args, words)
  const command = new Command(name).helpOption(false).allowExcessArguments(false).exitOverride()
  command.configureOutput({ writeOut: () => {}, writeErr: () => {} })
  for (const arg of Object.values(args).filter(({ behindDashes }) => !behindDashes))
    command.argument(`[${arg.kind.placeholder}${arg.many ? '...' : ''}]`)
  const declared = Object.entries(flags).map(([key, flag]) => ({ key, flag, option: optionOf(key, flag) }))
  for (const { option } of declared) command.addOption(option)
  // They were taken off before; here they only make good guesses at a misspelt one.
  for (const { name: global } of globalFlags)
    if (!command.options.some((o) => o.long === global)) command.option(global)
  try {
    command.parse([...own], { from: 'user' })
  } catch (error) {
    throw error instanceof CommanderError ? new UsageError(plainMessage(error)) : error
  }
  const options = new Map(declared.map(({ key, flag, option }) => [key, given(flag, option, command)]))
  return { operands: [...command.args, ...behind], options }
}

/** What is behind `--` is another program's; without it no word tells whose it is. */
function splitAtDashes(name: string, args: Args, words: readonly string[]) {
  const arg = Object.values(args).find(({ behindDashes }) => behindDashes)
  if (arg === undefined) return { own: words, behind: [] }
  const at = words.indexOf('--')
  const behind = at === -1 ? [] : words.slice(at + 1)
  if (behind.length > 0) return { own: words.slice(0, at), behind }
  throw new UsageError(
    'The command to run goes behind "--".',
    `So: skillpass ${name} [flags] -- ${arg.kind.placeholder}…`,
  )
}

function optionOf(key: string, { kind, short, summary }: Flag<unknown>): Option {
  const names = short === null ? flagName(key) : `${short}, ${flagName(key)}`
  const option = new Option(kind === null ? names : `${names} <${kind.placeholder}>`, summary)
  return kind === null
    ? option
    : option.argParser((text, before: readonly string[] | undefined) => [...(before ?? []), text])
}

function given(flag: Flag<unknown>, option: Option, command: Command): readonly string[] | boolean {
  const value: unknown = command.getOptionValue(option.attributeName())
  if (flag.kind === null) return value === !option.negate
  return Array.isArray(value) ? value.map(String) : false
}

/** Commander starts with "error: " and puts its guess in brackets on a line of its own. */
function plainMessage(error: CommanderError): string {
  const [first = '', guess] = error.message.replace(/^error: /, '').split('\n')
  const told = sentence(first.charAt(0).toUpperCase() + first.slice(1))
  return guess === undefined ? told : `${told} ${guess.replace(/^\(|\)$/g, '')}`
}
