import { z } from 'zod'
import { once } from './lazy.ts'

/** The formats that fields share. Input formats say in `error` what is allowed, as a phrase after the field's name. */

const idLength = 64

/** NUL and half surrogate pairs: JSON can spell them, databases and terminals cannot keep them. */
const storable = /^[^\0\p{Cs}]*$/u

export const modes = ['sandbox', 'live'] as const
export const mode = once(() => z.enum(modes))

export const keyTiers = ['free', 'standard', 'scale'] as const
export const keyTier = once(() => z.enum(keyTiers))

export const tiers = ['T0', 'T1', 'T2', 'T3', 'T4', 'T5'] as const
export type Tier = (typeof tiers)[number]
export const tierLabels = ['unrated', 'novice', 'competent', 'proficient', 'advanced', 'expert'] as const
export type TierLabel = (typeof tierLabels)[number]
export const tier = once(() => z.enum(tiers))
export const tierLabel = once(() => z.enum(tierLabels))

const tierNamed = {
  T0: 'T0',
  T1: 'T1',
  T2: 'T2',
  T3: 'T3',
  T4: 'T4',
  T5: 'T5',
  unrated: 'T0',
  novice: 'T1',
  competent: 'T2',
  proficient: 'T3',
  advanced: 'T4',
  expert: 'T5',
} as const satisfies Record<Tier | TierLabel, Tier>

/** A tier as callers write it, code or label; the operation receives the code. */
export const tierInput = once(() =>
  z
    .enum([...tiers, ...tierLabels])
    .transform((name) => tierNamed[name])
    .describe('A tier by code (`T3`) or label (`proficient`).'),
)

/** An instant that the service shows: RFC 3339, UTC, milliseconds. */
export const instant = once(() =>
  z.iso.datetime({ precision: 3 }).describe('RFC 3339, UTC, with milliseconds.'),
)

const instantRule = 'must be an RFC 3339 instant such as 2026-03-01T09:30:00Z'

/** An instant as callers write it, any offset; the operation receives UTC with milliseconds. */
export const instantInput = once(() =>
  z
    .string()
    .regex(z.regexes.datetime({ offset: true }), { error: instantRule, abort: true })
    .refine(staysInFourDigitYears, { error: instantRule, abort: true })
    .transform((given) => new Date(given).toISOString())
    .meta({ format: 'date-time' }),
)

function staysInFourDigitYears(given: string): boolean {
  const at = Date.parse(given)
  return at >= Date.parse('0001-01-01') && at < Date.parse('9999-12-31')
}

/** A date in UTC. */
export const day = once(() =>
  z.iso.date({ error: given('must be a date such as 2026-03-01') }).describe('YYYY-MM-DD, UTC.'),
)

/** An id that the service made: prefix and a 26-character lower-case ULID. */
export function id(prefix: string): z.ZodString {
  return z.string().regex(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`))
}

/** Text within bounds, in any script. */
export function text(max: number, min = 1): z.ZodString {
  return z
    .string()
    .min(min)
    .max(max)
    .regex(storable, { error: 'must not contain NUL characters or half surrogate pairs' })
}

/** A whole number within bounds. */
export function whole(min: number, max: number): z.ZodInt {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .int({ error: given(error) })
    .min(min, { error })
    .max(max, { error })
}

/** A number within bounds. */
export function number(min: number, max: number): z.ZodNumber {
  const error = `must be a number from ${min} to ${max}`
  return z
    .number({ error: given(error) })
    .min(min, { error })
    .max(max, { error })
}

/** The name of a record in a path, a filter or a body: what is unknown is not found rather than malformed. */
export const reference = once(() => text(idLength))

/** A user id that the caller chooses. */
export const userId = once(() =>
  z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
    error: 'must be 1 to 64 characters: letters, digits, _ and -',
  }),
)

/** The canonical key of a skill. */
export const skillKey = once(() =>
  z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, {
    error: 'must be 1 to 64 characters: a-z, 0-9 and -, not starting with -',
  }),
)

/** A skill as callers name it: its key or any alias, in any case. */
export const skillName = once(() =>
  text(idLength).describe('A skill key or alias, in any case: `react`, `React.js`.'),
)

const emailRule = 'must be an e-mail address such as alex@example.com'

/** An address as typed, trimmed: one @, international names and plus tags allowed. */
export const email = once(() =>
  z
    .string()
    .trim()
    .max(254)
    .regex(/^[^\s@\p{Cc}\p{Cs}]+@[^\s@.\p{Cc}\p{Cs}]+(?:\.[^\s@.\p{Cc}\p{Cs}]+)*$/u, { error: emailRule })
    .describe('E-mail address, kept as typed.'),
)

/** An http or https address. */
export const webUrl = once(() =>
  z
    .string()
    .max(2048)
    .refine((value) => /^https?:\/\/\S+$/i.test(value) && isUrl(value), {
      error: 'must be an http or https URL such as https://example.com/done',
    })
    .meta({ format: 'uri' }),
)

/** Not `URL.canParse`: on Node.js 20 and 22 it says no to letters such as ü once it is compiled. */
function isUrl(text: string): boolean {
  try {
    return new URL(text) instanceof URL
  } catch {
    return false
  }
}

/** The caller's own labels. */
export const metadata = once(() =>
  z
    .record(text(64), text(500, 0))
    .refine((record) => Object.keys(record).length <= 20, { error: 'must have at most 20 keys' })
    .meta({
      description: 'Labels of your own: up to 20 keys, values up to 500 characters.',
      maxProperties: 20,
    }),
)

const secondsPer: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }
const durationRule = 'must be whole seconds or text such as "90m", "36h" or "7d"'

/** A span of time as callers write it; the operation receives whole seconds. */
export const duration = once(() =>
  z
    .union([z.int(), z.string().regex(/^\d{1,9}[smhdw]$/, { error: durationRule })], {
      error: given(durationRule),
    })
    .transform((value) => (typeof value === 'number' ? value : secondsOf(value)))
    .describe('Whole seconds, or a number with its unit (`s m h d w`): `"90m"`, `"36h"`, `"7d"`.'),
)

function secondsOf(value: string): number {
  return Number(value.slice(0, -1)) * (secondsPer[value.slice(-1)] ?? 1)
}

/** Query parameters of every list. */
export const page = once(() => ({
  limit: whole(1, 100).default(25).describe('Rows per page, 1 to 100.'),
  cursor: z.string().optional().describe('`next_cursor` of the page before, with the same filters.'),
}))

/** One page of a list, newest first. */
export function list<T extends z.ZodType>(item: T) {
  return z.strictObject({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z
      .string()
      .nullable()
      .describe('Pass it as `cursor` for the next page; null on the last one.'),
  })
}

/** Other names that input accepts for a field, beside its own in either case. */
export function alsoNamed<T extends z.ZodType>(field: T, ...names: string[]): T {
  return field.meta({ ...field.meta(), 'x-aliases': names })
}

/** The phrase for a wrong value; a missing one is reported as missing. */
export function given(phrase: string) {
  return (issue: { readonly input?: unknown }): string | undefined =>
    issue.input === undefined ? undefined : phrase
}

/** For a rule over several fields: it runs beside the checks of the single ones, so that one answer has all problems. */
export const alongside = {
  when: ({ value }: { readonly value: unknown }): boolean => typeof value === 'object' && value !== null,
}
