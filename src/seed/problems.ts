import { z } from 'zod'
import { phraseFor } from '../contract/messages.ts'
import { nearest } from '../core/nearest.ts'
import { pointerTo } from './origin.ts'
import type { SeedProblem } from './seed-error.ts'

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
