import type { Skillpass } from '../sdk/index.ts'
import type { Near } from './nearest.ts'

/** How the text of a flag or an argument becomes a value. */
export interface Kind<T> {
  readonly placeholder: string
  readonly choices?: readonly string[]
  /** @throws BadValue */
  parse(text: string): T
}

/** A value that is none: the message goes after the flag's name. */
export class BadValue extends Error {
  override readonly name = 'BadValue'
  readonly near: Near | null
  constructor(message: string, near: Near | null = null) {
    super(message)
    this.near = near
  }
}

/** One of many to choose from on a terminal. */
export interface Choice {
  readonly value: string
  /** What a person reads. */
  readonly name: string
}

/** How a value is asked for on a terminal when it was not given. */
export interface Asking {
  /** What there is to choose from; without it the value is typed. */
  readonly pick?: (client: () => Promise<Skillpass>) => Promise<readonly Choice[]>
  /** Asked for together with what is missing, though it may be left out: this is the proposal. */
  readonly proposed?: string
}

export interface Flag<T> {
  readonly kind: Kind<unknown> | null
  readonly summary: string
  readonly required: boolean
  readonly many: boolean
  readonly short: string | null
  /** Heading in the help. */
  readonly group: string
  readonly asking: Asking
  readonly unless?: string
  /** From what was given, in order; `true` per use of a flag without a value. */
  read(given: readonly string[] | boolean): T
}

export interface Arg<T> {
  readonly kind: Kind<unknown>
  readonly summary: string
  readonly required: boolean
  readonly many: boolean
  readonly asking: Asking
  readonly unless?: string
  /** It stands behind `--`, where nothing is ours. */
  readonly behindDashes?: true
  read(given: readonly string[]): T
}

interface Extra extends Asking {
  readonly short?: string
  readonly group?: string
}

const defaultGroup = 'Flags'

/** A flag that may be left out. */
export function flag<T>(kind: Kind<T>, summary: string, extra: Extra = {}): Flag<T | undefined> {
  return shape(kind, summary, extra, false, (given) => last(kind, given))
}

/** A flag without which the command makes no sense. */
export function needed<T>(kind: Kind<T>, summary: string, extra: Extra = {}): Flag<T> {
  return {
    ...shape(kind, summary, extra, false, (given) => {
      const value = last(kind, given)
      if (value === undefined) throw new BadValue('is missing')
      return value
    }),
    required: true,
  }
}

/** A flag that may come several times. */
export function many<T>(kind: Kind<T>, summary: string, extra: Extra = {}): Flag<readonly T[]> {
  return shape(kind, summary, extra, true, (given) => texts(given).map((text) => kind.parse(text)))
}

/** A flag without a value. */
export function toggle(summary: string, extra: Extra = {}): Flag<boolean> {
  return shape(null, summary, extra, false, (given) => given === true)
}

export function arg<T>(kind: Kind<T>, summary: string, asking: Asking = {}): Arg<T> {
  return { kind, summary, required: true, many: false, asking, read: ([text = '']) => kind.parse(text) }
}

/** An argument that may be left out. */
export function maybe<T>(kind: Kind<T>, summary: string): Arg<T | undefined> {
  const read = ([text]: readonly string[]) => (text === undefined ? undefined : kind.parse(text))
  return { kind, summary, required: false, many: false, asking: {}, read }
}

export function args<T>(kind: Kind<T>, summary: string, asking: Asking = {}): Arg<readonly T[]> {
  const read = (given: readonly string[]) => given.map((text) => kind.parse(text))
  return { kind, summary, required: true, many: true, asking, read }
}

/** Required, unless the flag of that key is given. */
export function unless<F extends Arg<unknown> | Flag<unknown>>(key: string, field: F): F {
  return { ...field, required: true, unless: key }
}

/** The command line of another program, behind `--`: every word as it is. */
export function commandLine(summary: string): Arg<readonly string[]> {
  const kind: Kind<string> = { placeholder: 'CMD', parse: (text) => text }
  return { kind, summary, required: true, many: true, asking: {}, behindDashes: true, read: (given) => given }
}

function shape<T>(
  kind: Kind<unknown> | null,
  summary: string,
  extra: Extra,
  repeats: boolean,
  read: Flag<T>['read'],
): Flag<T> {
  const { short = null, group = defaultGroup, ...asking } = extra
  return { kind, summary, required: false, many: repeats, short, group, asking, read }
}

function last<T>(kind: Kind<T>, given: readonly string[] | boolean): T | undefined {
  const text = texts(given).at(-1)
  return text === undefined ? undefined : kind.parse(text)
}

function texts(given: readonly string[] | boolean): readonly string[] {
  return typeof given === 'boolean' ? [] : given
}

export function text(placeholder: string): Kind<string> {
  return {
    placeholder,
    parse: (given) => {
      if (given === '') throw new BadValue('cannot be empty')
      return given
    },
  }
}

/** One of a fixed set; any case. */
export function oneOf<const C extends string>(placeholder: string, choices: readonly C[]): Kind<C> {
  const parse = (given: string): C => {
    const found = choices.find((choice) => choice.toLowerCase() === given.toLowerCase())
    if (found !== undefined) return found
    throw new BadValue(`takes ${choices.join(', ')}, not "${given}".`, { given, known: choices })
  }
  return { placeholder, choices, parse }
}

export function whole(placeholder: string, least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> {
  const parse = (given: string): number => {
    const value = Number(given)
    if (/^-?\d+$/.test(given) && value >= least && value <= most) return value
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} up` : `from ${least} to ${most}`
    throw new BadValue(`takes a whole number ${range}, not "${given}"`)
  }
  return { placeholder, parse }
}

export function decimal(placeholder: string): Kind<number> {
  const parse = (given: string): number => {
    const value = Number(given)
    if (/^-?\d+(\.\d+)?$/.test(given)) return value
    throw new BadValue(`takes a number, not "${given}"`)
  }
  return { placeholder, parse }
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** A span of time, in seconds: `90`, `90s`, `15m`, `36h`, `7d`. */
export function duration(placeholder: string): Kind<number> {
  const parse = (given: string): number => {
    const [, count, unit = 's'] = /^(\d{1,9})([smhdw])?$/.exec(given) ?? []
    const seconds = unitSeconds[unit]
    if (count !== undefined && seconds !== undefined) return Number(count) * seconds
    throw new BadValue(`takes a duration such as 90m, 36h or 7d, not "${given}"`)
  }
  return { placeholder, parse }
}

/** A moment ahead: a duration from now, or an instant. */
export type Until = { readonly in: number } | { readonly at: string }

export function until(placeholder: string): Kind<Until> {
  const span = duration(placeholder)
  const parse = (given: string): Until => {
    if (/^\d{1,9}[smhdw]?$/.test(given)) return { in: span.parse(given) }
    const at = Date.parse(given)
    if (/^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(at)) return { at: new Date(at).toISOString() }
    throw new BadValue(
      `takes a duration such as 7d or an instant such as 2026-12-24T12:00:00Z, not "${given}"`,
    )
  }
  return { placeholder, parse }
}

/** An instant, or a date for its first moment in UTC. */
export function instant(placeholder: string): Kind<string> {
  const parse = (given: string): string => {
    const at = Date.parse(given)
    if (/^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(at)) return new Date(at).toISOString()
    throw new BadValue(`takes an instant such as 2026-12-24T12:00:00Z, not "${given}"`)
  }
  return { placeholder, parse }
}

export function day(placeholder: string): Kind<string> {
  const parse = (given: string): string => {
    const at = Date.parse(`${given}T00:00:00Z`)
    if (/^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(at)) return given
    throw new BadValue(`takes a date such as 2026-12-24, not "${given}"`)
  }
  return { placeholder, parse }
}

/** `key=value`; the value may be empty and may hold more `=`. */
export function pair(placeholder: string): Kind<readonly [string, string]> {
  const parse = (given: string): readonly [string, string] => {
    const at = given.indexOf('=')
    if (at < 1) throw new BadValue(`takes key=value, not "${given}"`)
    return [given.slice(0, at), given.slice(at + 1)]
  }
  return { placeholder, parse }
}

/** `externalId` is written `--external-id`. */
export function flagName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
