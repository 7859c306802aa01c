import { approve } from './approve.ts'
import type { Approval } from './approve.ts'
import { parse } from './command-line.ts'
import type { Args, Flags, Parsed } from './command-line.ts'
import type { Context } from './context.ts'
import { UsageError } from './failure.ts'
import { BadValue, flagName } from './flags.ts'
import type { Asking, Kind } from './flags.ts'
import { sentence } from './sentence.ts'

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
  /** For a step that cannot be taken back: what the person at the terminal has to agree to first. */
  approval?(input: Read<A> & Read<F>): Approval | null
  run(input: Read<A> & Read<F>, context: Context): Promise<void>
}

export interface Verb extends Pick<VerbSpec<Args, Flags>, 'name' | 'summary' | 'about' | 'examples'> {
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
      const fields = fieldsOf(args, flags, parse(spec.name, args, flags, words))
      // Every entry was made by the `read` of the same name, which is what Read says.
      const input = (await readAll(fields, context)) as Read<A> & Read<F>
      const approval = spec.approval?.(input) ?? null
      if (approval !== null) await approve(context, approval)
      return spec.run(input, context)
    },
  }
}

/** One argument or flag of a command line, with what was given for it. */
export interface Field {
  readonly key: string
  readonly name: string
  /** The name, with what may be given instead. */
  readonly label: string
  readonly summary: string
  /** null: a flag without a value. */
  readonly kind: Kind<unknown> | null
  readonly many: boolean
  readonly asking: Asking
  readonly isGiven: boolean
  readonly isMissing: boolean
  /** From what was given, or from these words instead. */
  read(instead?: readonly string[]): unknown
}

interface Wrong {
  readonly name: string
  readonly error: BadValue
}

async function readAll(fields: readonly Field[], context: Context): Promise<object> {
  const values = new Map<string, unknown>()
  const missing: string[] = []
  const wrong: Wrong[] = []
  for (const { key, name, label, isMissing, read } of fields) {
    try {
      if (isMissing) missing.push(label)
      else values.set(key, read())
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      wrong.push({ name, error })
    }
  }
  const canAsk = context.prompts !== null && wrong.length === 0
  if (missing.length > 0 && canAsk) await fillIn(values, fields, context)
  else if (missing.length + wrong.length > 0) throw await refusal(missing, wrong)
  return Object.fromEntries(values)
}

async function fillIn(values: Map<string, unknown>, fields: readonly Field[], context: Context) {
  const { askFor } = await import('./ask-for.ts')
  for (const field of fields) {
    const isProposed = !field.isGiven && field.asking.proposed !== undefined
    if (field.isMissing || isProposed) values.set(field.key, field.read(await askFor(field, context)))
  }
}

function fieldsOf(args: Args, flags: Flags, { operands, options }: Parsed): Field[] {
  const isGiven = (key: string | undefined) => key !== undefined && (options.get(key) ?? false) !== false
  const positional = Object.entries(args).map(([key, arg], place): Field => {
    const given = arg.many ? operands.slice(place) : operands.slice(place, place + 1)
    const isHere = given.length > 0
    return {
      ...arg,
      key,
      name: arg.kind.placeholder,
      label: orFlag(arg.kind.placeholder, arg.unless),
      isGiven: isHere,
      isMissing: !isHere && arg.required && !isGiven(arg.unless),
      read: (instead = given) => arg.read(instead),
    }
  })
  const named = Object.entries(flags).map(([key, flag]): Field => {
    const given = options.get(key) ?? false
    return {
      ...flag,
      key,
      name: flagName(key),
      label: flagName(key),
      isGiven: given !== false,
      isMissing: given === false && flag.required && !isGiven(flag.unless),
      read: (instead) => flag.read(instead ?? given),
    }
  })
  return [...positional, ...named]
}

function orFlag(label: string, key: string | undefined): string {
  return key === undefined ? label : `${label} (or ${flagName(key)})`
}

async function refusal(missing: readonly string[], wrong: readonly Wrong[]): Promise<UsageError> {
  const { withGuess } = await import('./nearest.ts')
  const lines = wrong.map(({ name, error }) => withGuess(sentence(`${name} ${error.message}`), error.near))
  return new UsageError(
    [...(missing.length > 0 ? [`Missing: ${missing.join(', ')}.`] : []), ...lines].join('\n'),
  )
}
