import { colourFacts } from './config.ts'
import type { Environment } from './config.ts'
import { ChildFailed, ConditionNotMet, exit, Interrupted, unknownName, UsageError } from './failure.ts'
import { globalFlags, scan } from './globals.ts'
import type { Globals, Scanned } from './globals.ts'
import { openIo, PipeClosed } from './io.ts'
import type { Io, Streams } from './io.ts'
import { manifest } from './manifest.ts'
import { serviceTime } from './service-time.ts'
import type { ServiceTime } from './service-time.ts'
import type { Noun, Verb } from './verb.ts'
import { versionFlags, versionLine } from './version.ts'

export interface Call {
  readonly argv: readonly string[]
  readonly streams: Streams
  readonly env: Environment
  readonly cwd: string
  /** How the user called this program. */
  readonly program: string
  now(): number
}

/**
 * What happens when you run `skillpass invite list --json`:
 * 1. the global flags come off the line, wherever they stand;
 * 2. the manifest names the file that has the command, and only that file loads;
 * 3. the command reads its own arguments and flags, all problems told at once;
 * 4. it runs; an error ends here and becomes a message and an exit code.
 */
export async function run(call: Call): Promise<number> {
  const scanned = scan(call.argv)
  const time = serviceTime(call.now)
  const opened = await openIo(call.streams, colourFacts(call.env, scanned.globals.color), time.now)
  const io = call.env.githubActions ? (await import('./github-actions.ts')).masking(opened) : opened
  try {
    await dispatch(call, scanned, io, time.heed)
    return exit.success
  } catch (error) {
    return await ended(error, scanned, io)
  }
}

async function dispatch(
  call: Call,
  { globals, help, rest, problem }: Scanned,
  io: Io,
  heed: ServiceTime['heed'],
): Promise<void> {
  if (problem !== null) throw problem
  const [name, ...words] = rest
  if (versionFlags.has(name)) return io.out(versionLine)
  if (name === undefined && !help) return io.out((await helpPages()).startPage(call.program, io.stdout))
  if (name === undefined) return io.out(await helpOn([], io))
  if (name === 'help') return io.out(await helpOn(words, io))
  const [command, path, left] = await find(rest)
  if (help) return io.out(await helpFor(command, path, io))
  if (isNoun(command)) throw noVerb(command)
  const [{ contextOf }, { promptsFor }] = await Promise.all([import('./context.ts'), import('./prompts.ts')])
  const { env, cwd, program, now } = call
  const own = ownData(command, globals, left)
  const audience = { terminal: io.terminal, noInput: globals.noInput, ci: env.ci, dumb: env.dumb }
  const prompts = promptsFor(audience, call.streams, io.stderr)
  await command.run(own.words, contextOf({ io, prompts, globals: own.globals, env, cwd, program, now, heed }))
}

/** A command with a flag `--data` of its own gets what was given for it; the global one was taken off the line. */
function ownData(command: Verb, globals: Globals, words: readonly string[]) {
  if (globals.data === undefined || !('data' in command.flags)) return { words, globals }
  return { words: ['--data', globals.data, ...words], globals: { ...globals, data: undefined } }
}

/** The command that a line starts with, its name, and the words after it. */
async function find(words: readonly string[]): Promise<[Noun | Verb, path: string, left: readonly string[]]> {
  const [name = '', ...after] = words
  const entry = manifest.find((one) => one.name === name || one.alias === name)
  if (entry === undefined) throw unknownCommand(name)
  const command = await entry.load()
  const [verbName, ...left] = after
  if (!isNoun(command) || verbName === undefined) return [command, name, after]
  const verb = command.verbs.find((one) => one.name === verbName)
  if (verb === undefined) throw unknownVerb(command, verbName)
  return [verb, `${name} ${verbName}`, left]
}

/** What `skillpass help` says about a topic, a command, or everything. */
async function helpOn(words: readonly string[], io: Io): Promise<string> {
  const [name] = words
  if (name === undefined) return (await helpPages()).topHelp(io.stdout)
  const { topics } = await import('./topics.ts')
  const topic = topics.find((one) => one.name === name)
  if (topic !== undefined) return (await topic.load())(io.stdout)
  if (manifest.every((entry) => entry.name !== name && entry.alias !== name)) throw unknownHelp(name, topics)
  const [command, path] = await find(words)
  return helpFor(command, path, io)
}

function unknownHelp(name: string, topics: readonly { readonly name: string }[]): UsageError {
  const known = [...topics, ...manifest].map((one) => one.name)
  return unknownName('topic or command', name, known, `Topics: ${topics.map((one) => one.name).join(', ')}`)
}

function isNoun(command: Noun | Verb): command is Noun {
  return 'verbs' in command
}

function helpPages() {
  return import('./help.ts')
}

async function helpFor(command: Noun | Verb, path: string, io: Io): Promise<string> {
  const { nounHelp, verbHelp } = await helpPages()
  return isNoun(command) ? nounHelp(command, io.stdout) : verbHelp(path, command, io.stdout)
}

function unknownCommand(name: string): UsageError {
  const names = name.startsWith('-')
    ? globalFlags.map((flag) => flag.name)
    : manifest.map((entry) => entry.name)
  return unknownName(name.startsWith('-') ? 'flag' : 'command', name, names, 'All commands: skillpass --help')
}

function unknownVerb(noun: Noun, given: string): UsageError {
  const names = noun.verbs.map((verb) => verb.name)
  const hint = `${noun.name} has: ${names.join(', ')}`
  if (given.startsWith('-'))
    return new UsageError(`The verb comes first: skillpass ${noun.name} <verb> [flags].`, hint)
  return unknownName(
    'command',
    `${noun.name} ${given}`,
    names.map((name) => `${noun.name} ${name}`),
    hint,
  )
}

function noVerb(noun: Noun): UsageError {
  const names = noun.verbs.map((verb) => verb.name).join(', ')
  return new UsageError(`"${noun.name}" needs a verb: ${names}.`, `More: skillpass ${noun.name} --help`)
}

/** The one place where an error becomes an exit code. */
async function ended(thrown: unknown, scanned: Scanned, io: Io): Promise<number> {
  if (thrown instanceof PipeClosed) return exit.success
  if (thrown instanceof ConditionNotMet) return exit.condition
  if (thrown instanceof ChildFailed || thrown instanceof Interrupted) return thrown.exit
  const { explain } = await import('./explain-error.ts')
  const { status, text } = explain(thrown, { ...scanned, rest: await named(scanned.rest) }, io.stderr)
  await io.err(text).catch(() => {})
  return status
}

/** The words that name the command; all of them where none is meant. */
async function named(words: readonly string[]): Promise<readonly string[]> {
  try {
    const [, path] = await find(words)
    return path.split(' ')
  } catch {
    return words
  }
}
