import { Command, CommanderError, Option } from 'commander'
import { UsageError } from './failure.ts'
import { flagName } from './flags.ts'
import type { Arg, Flag } from './flags.ts'
import { globalFlags } from './globals.ts'
import { sentence } from './sentence.ts'

export type Args = Readonly<Record<string, Arg<unknown>>>
export type Flags = Readonly<Record<string, Flag<unknown>>>

/** What stands on a command line, as text: by flag and by place. */
export interface Parsed {
  readonly operands: readonly string[]
  readonly options: ReadonlyMap<string, readonly string[] | boolean>
}

/** Takes the words apart. Which of them are missing or wrong is for the caller, who tells all of it at once. */
export function parse(name: string, args: Args, flags: Flags, words: readonly string[]): Parsed {
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
