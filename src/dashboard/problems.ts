import type { SkillpassError } from '../sdk/errors.ts'

export interface Problem {
  readonly pointer: string
  readonly message: string
}

/** What a refused request did wrong, field by field; empty where the service names no field. */
export function problemsOf({ details, param, message }: SkillpassError): readonly Problem[] {
  const listed = Array.isArray(details) ? details.filter(isProblem) : []
  return listed.length === 0 && param !== null ? [{ pointer: `/${param}`, message }] : listed
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'pointer' in value && 'message' in value
}
