import type { z } from 'zod'
import type { Finding } from './problems.ts'

/** What zod finds wrong, in words for the caller: phrases after the name of the field that say what is allowed. */

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}

/** The error map of every validation; formats with words of their own go first. */
export function phraseFor(issue: z.core.$ZodRawIssue): string {
  if (isMissing(issue)) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'must not be empty'
        : `must ${sized(issue.origin, 'at least', issue.minimum)}`
    case 'too_big':
      return `must ${sized(issue.origin, 'at most', issue.maximum)}`
    case 'invalid_key':
      return `is not allowed as a key: it ${issue.issues[0]?.message ?? 'is not well formed'}`
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
    case 'invalid_union':
    case 'invalid_element':
    case 'custom':
      return 'is not well formed'
    default:
      return 'is not well formed'
  }
}

export function findingOf(issue: z.core.$ZodIssue): Finding {
  return { path: issue.path, code: codeOf(issue), phrase: issue.message }
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (isMissing(issue)) return 'required'
  if (issue.code === 'custom') return 'invalid'
  const counts =
    (issue.code === 'too_small' || issue.code === 'too_big') &&
    issue.origin !== 'number' &&
    issue.origin !== 'int'
  if (!counts) return issue.code
  return issue.code === 'too_small' ? 'too_short' : 'too_long'
}

function isMissing(issue: { readonly code: string; readonly input?: unknown }): boolean {
  return issue.input === undefined && ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code)
}

function oneOf(values: readonly unknown[]): string {
  const names = values.map(String)
  return names.length === 1 ? `${names[0]}` : `one of ${names.join(', ')}`
}

function sized(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `be ${bound} ${size} characters long`
  if (origin === 'array' || origin === 'set')
    return `have ${bound} ${size} ${size === 1 ? 'entry' : 'entries'}`
  return `be ${bound} ${size}`
}
