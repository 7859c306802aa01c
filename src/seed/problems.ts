import { z } from 'zod'
import { phraseFor } from '../contract/messages.ts'
import { nearest } from '../core/nearest.ts'
import { pointerTo } from './origin.ts'
import type { Origin } from './origin.ts'

export interface SeedProblem extends Origin {
  /** Reads on after the pointer: `must be a number from 0 to 5`. */
  readonly message: string
}

/** A seed that cannot be used. The message names every problem with its file and place; `hint` is the way out. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  readonly problems: readonly SeedProblem[]
  readonly hint: string
  constructor(
    problems: readonly SeedProblem[],
    hint = 'Mend it and start again. The files in the fixtures folder of the skillpass package are working examples.',
    options?: ErrorOptions,
  ) {
    super(listed(problems), options)
    this.problems = problems
    this.hint = hint
  }
}

/** More than this nobody reads at once. */
const shown = 20

function listed(problems: readonly SeedProblem[]): string {
  const lines = problems.slice(0, shown).map(line)
  return [...lines, ...(problems.length > shown ? [`and ${problems.length - shown} more`] : [])].join('\n')
}

function line({ file, pointer, message }: SeedProblem): string {
  return pointer === '' ? `${file} ${message}` : `${file}: ${pointer} ${message}`
}

/** Reads a value by a schema; the problems are in our words unless the schema has its own. */
export function inspect<S extends z.ZodType>(
  schema: S,
  value: unknown,
  file: string,
): { readonly value: z.output<S> } | { readonly problems: readonly SeedProblem[] } {
  const read = schema.safeParse(value, { error: describe })
  if (read.success) return { value: read.data }
  const problems = read.error.issues.map(({ path, message }) => ({ file, pointer: pointerTo(path), message }))
  return { problems }
}

function describe(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys, issue.inst)
  const kinds = issue.code === 'invalid_union' ? issue['options'] : undefined
  return Array.isArray(kinds) ? `must be one of ${kinds.join(', ')}` : phraseFor(issue)
}

function unknownFields(keys: readonly string[], schema: unknown): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return `has no field ${keys.map((key) => `"${key}"${didYouMean(key, known)}`).join(', ')}`
}

export function didYouMean(name: string, known: Iterable<string>): string {
  const meant = nearest(name, known)
  return meant === null ? '' : ` (did you mean "${meant}"?)`
}
