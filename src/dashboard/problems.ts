import type { SkillpassError } from '../sdk/errors.ts'

export interface Problem {
  readonly pointer: string
  readonly message: string
}

/** What a refused request did wrong, field by field; empty where the service names no field. */
export function problemsOf({ details, param, message }: SkillpassError): readonly Problem[] {
  const problems = Array.isArray(details) ? details.filter(isProblem) : []
  // A rule that was broken later than those names the one field to blame.
  return problems.length > 0 || param === null
    ? problems
    : [{ pointer: `/${param.replaceAll('.', '/')}`, message }]
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'pointer' in value && 'message' in value
}
