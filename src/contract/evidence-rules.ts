import type { z } from 'zod'

/** Which fields of new evidence go together: what JSON Schema cannot say about one flat object. */

type Kind = 'session' | 'assessment' | 'endorsement'

const kindOf = {
  rating: 'session',
  partner_id: 'session',
  score: 'assessment',
  max_score: 'assessment',
  endorser_id: 'endorsement',
  endorser_tier: 'endorsement',
  endorser_name: 'endorsement',
} as const satisfies Record<string, Kind>

interface Given {
  readonly type?: unknown
  readonly score?: unknown
  readonly max_score?: unknown
  readonly endorser_id?: unknown
  readonly endorser_tier?: unknown
  readonly endorser_name?: unknown
}

/** Runs beside the checks of the single fields, so that one answer lists the problems of both. */
export function evidenceProblems(given: Given, context: z.core.$RefinementCtx): void {
  const report = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  for (const [field, kind] of Object.entries(kindOf)) {
    if (
      isKind(given.type) &&
      given.type !== kind &&
      Object.hasOwn(given, field) &&
      Reflect.get(given, field) !== null
    ) {
      report(field, `belongs to evidence of type ${kind}, and this is of type ${given.type}`)
    }
  }
  if (given.type === 'assessment') assessmentProblems(given, report)
  if (given.type === 'endorsement') endorsementProblems(given, report)
}

function isKind(type: unknown): type is Kind {
  return type === 'session' || type === 'assessment' || type === 'endorsement'
}

type Report = (path: string, message: string) => void

function assessmentProblems({ score, max_score = 100 }: Given, report: Report): void {
  if (score === undefined) return report('score', 'is required for an assessment')
  if (typeof score === 'number' && typeof max_score === 'number' && score > max_score) {
    report('score', `must be at most max_score (${max_score})`)
  }
}

function endorsementProblems({ endorser_id, endorser_tier, endorser_name }: Given, report: Report): void {
  const imported = endorser_tier !== undefined || endorser_name !== undefined
  if (endorser_id !== undefined && imported) {
    report(
      'endorser_id',
      'must stand alone: endorser_tier and endorser_name are for endorsers who are no users',
    )
  } else if (endorser_id === undefined && !imported) {
    report(
      'endorser_id',
      'is required for an endorsement, or endorser_tier and endorser_name for imported history',
    )
  } else if (endorser_id === undefined && endorser_tier === undefined) {
    report('endorser_tier', 'is required together with endorser_name')
  } else if (endorser_id === undefined && endorser_name === undefined) {
    report('endorser_name', 'is required together with endorser_tier')
  }
}
