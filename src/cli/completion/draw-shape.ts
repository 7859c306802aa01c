import { flagName } from '../flags.ts'
import type { Flag } from '../flags.ts'
import { globalFlags } from '../globals.ts'
import { manifest } from '../manifest.ts'
import { topics } from '../topics.ts'
import type { Noun, Verb } from '../verb.ts'
import type { CommandShape, FlagShape, Shape } from './shape.ts'
import { valueOf } from './values.ts'

/** The shape of the whole program. Loads every command: the build does this once, and keeps the result. */
export async function drawShape(): Promise<Shape> {
  const commands = await Promise.all(manifest.map(async (entry) => await commandShape(await entry.load())))
  return { commands: [...commands, help], flags: await Promise.all(globalFlags.map(globalShape)) }
}

const help: CommandShape = {
  name: 'help',
  about: 'what a command does and takes',
  verbs: topics.map(({ name, summary }) => ({ name, about: summary })),
}

async function commandShape(command: Noun | Verb): Promise<CommandShape> {
  const { name, summary: about } = command
  if (!('verbs' in command)) return await verbShape(name, command)
  return { name, about, verbs: await Promise.all(command.verbs.map((verb) => verbShape(name, verb))) }
}

async function verbShape(noun: string, verb: Verb): Promise<CommandShape> {
  const { name, summary: about } = verb
  const args = Object.values(verb.args).map(async ({ kind, many }) => ({
    ...(await valueOf({ noun, flag: '', kind })),
    many,
  }))
  const flags = Object.entries(verb.flags).map(([key, flag]) => flagShape(noun, flagName(key), flag))
  return { name, about, args: await Promise.all(args), flags: await Promise.all(flags) }
}

async function flagShape(noun: string, name: string, flag: Flag<unknown>): Promise<FlagShape> {
  const { kind, short, summary: about, many } = flag
  const value = kind === null ? null : await valueOf({ noun, flag: name, kind })
  return { names: short === null ? [name] : [name, short], about, many, value }
}

async function globalShape({ name, short, kind, summary: about }: (typeof globalFlags)[number]) {
  const value = kind === null ? null : await valueOf({ noun: '', flag: name, kind })
  return { names: short === undefined ? [name] : [name, short], about, many: false, value }
}
