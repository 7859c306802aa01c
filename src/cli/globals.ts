import { BadValue, duration, oneOf, text } from './flags.ts'
import type { Kind } from './flags.ts'
import { UsageError } from './failure.ts'
import { sentence } from './sentence.ts'
import type { ColourWish } from './io.ts'

/** The flags that every command takes, before or after its name. */
export interface Globals {
  readonly json: boolean
  readonly quiet: boolean
  readonly noInput: boolean
  readonly yes: boolean
  readonly color: ColourWish
  readonly profile: string | undefined
  readonly baseUrl: string | undefined
  readonly data: string | undefined
  /** Requests and answers on stderr. */
  readonly debug: boolean
  /** Seconds. */
  readonly timeout: number | undefined
}

export interface GlobalFlag {
  readonly name: string
  readonly short?: string
  readonly kind: Kind<unknown> | null
  readonly summary: string
}

const colour = oneOf('WHEN', ['auto', 'always', 'never'])
const seconds = duration('SECONDS')
const word = (placeholder: string) => text(placeholder)

export const globalFlags: readonly GlobalFlag[] = [
  { name: '--json', kind: null, summary: 'print JSON: the whole object, lists as one array' },
  { name: '--quiet', short: '-q', kind: null, summary: 'print ids only, no notes' },
  { name: '--no-input', kind: null, summary: 'never ask, fail instead' },
  { name: '--yes', short: '-y', kind: null, summary: 'answer every question with yes' },
  { name: '--base-url', kind: word('URL'), summary: 'address of the service' },
  { name: '--data', kind: word('DIR'), summary: 'data folder of the local sandbox' },
  { name: '--profile', kind: word('PROFILE'), summary: 'named address and key of the user config' },
  { name: '--timeout', kind: seconds, summary: 'longest time a request may take, retries included' },
  { name: '--debug', kind: null, summary: 'requests and answers on stderr, without secrets' },
  { name: '--color', kind: colour, summary: 'auto, always or never' },
  { name: '--help', short: '-h', kind: null, summary: 'what a command does and takes' },
]

export interface Scanned {
  readonly globals: Globals
  readonly help: boolean
  /** The command line without the global flags. */
  readonly rest: readonly string[]
  /** The first thing wrong with a global flag. */
  readonly problem: UsageError | null
}

/** Takes the global flags off a command line, wherever they stand before `--`. */
export function scan(argv: readonly string[]): Scanned {
  const given = new Map<string, string>()
  const rest: string[] = []
  let problem: UsageError | null = null
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--') {
      rest.push(...argv.slice(at))
      break
    }
    const flag = globalFlags.find(
      ({ name, short }) => name === word || short === word || isAssigned(word, name),
    )
    if (flag === undefined) rest.push(word)
    else if (flag.kind === null) given.set(flag.name, '')
    else {
      const value = word === flag.name ? argv[++at] : word.slice(flag.name.length + 1)
      problem ??= check(flag, value)
      given.set(flag.name, value ?? '')
    }
  }
  return { globals: globalsOf(given), help: given.has('--help'), rest, problem }
}

function isAssigned(word: string, name: string): boolean {
  return word.startsWith(`${name}=`)
}

function check(flag: GlobalFlag, value: string | undefined): UsageError | null {
  if (value === undefined) return new UsageError(`${flag.name} needs a value.`)
  try {
    flag.kind?.parse(value)
    return null
  } catch (error) {
    if (error instanceof BadValue)
      return new UsageError(sentence(`${flag.name} ${error.message}`), null, error.near)
    throw error
  }
}

/** Lenient: what is wrong was reported as `problem`, and that report needs these too. */
function globalsOf(given: ReadonlyMap<string, string>): Globals {
  return {
    json: given.has('--json'),
    quiet: given.has('--quiet'),
    noInput: given.has('--no-input'),
    yes: given.has('--yes'),
    color: parsed(colour, given.get('--color')) ?? 'auto',
    profile: given.get('--profile'),
    baseUrl: given.get('--base-url'),
    data: given.get('--data'),
    debug: given.has('--debug'),
    timeout: parsed(seconds, given.get('--timeout')),
  }
}

function parsed<T>(kind: Kind<T>, value: string | undefined): T | undefined {
  try {
    return value === undefined ? undefined : kind.parse(value)
  } catch (error) {
    if (error instanceof BadValue) return undefined
    throw error
  }
}
