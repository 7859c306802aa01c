import type { EvidenceEntry } from './sci-ledger.ts'
import { ledger } from './sci-ledger.ts'
import { decayOf, measure } from './sci-curve.ts'
import { dayNumber } from './instant.ts'
import type { Day } from './instant.ts'
import { assessmentQuality, endorsementQuality, sessionQuality } from './quality.ts'
import type { Tier } from './tiers.ts'

/** Points from `from` to `to`, both included. */
export interface PointWindow {
  readonly from: number
  readonly to: number
}

/** One entry to add, with what its kind says of itself. */
export type Planned =
  | { readonly type: 'assessment'; readonly score: number; readonly quality: number }
  | { readonly type: 'session'; readonly rating: number; readonly quality: number }
  | { readonly type: 'endorsement'; readonly tier: Tier; readonly quality: number }

interface Start {
  readonly entries: readonly EvidenceEntry[]
  readonly halfLifeDays: number
  readonly asOf: Day
}

/** Far beyond what a score can still gain from. */
const mostEntries = 300

const scores = [100, 80, 60]
const ratings = [5, 3, 1, 0.5, 0.25, 0.05]
const endorserTiers: readonly Tier[] = ['T5', 'T4', 'T3', 'T2']

const choices: readonly Planned[] = [
  ...scores.map((score) => ({ type: 'assessment' as const, score, quality: assessmentQuality(score, 100) })),
  ...ratings.map((rating) => ({ type: 'session' as const, rating, quality: sessionQuality(rating) })),
  ...endorserTiers.map((tier) => ({ type: 'endorsement' as const, tier, quality: endorsementQuality(tier) })),
]

/**
 * Entries of that day which lift a score into the window: each time the one that gains most without passing it.
 * Only of these types, if named; null when there is no way.
 */
export function planEvidence(
  { entries, halfLifeDays, asOf }: Start,
  window: PointWindow,
  types: readonly Planned['type'][] = ['assessment', 'session', 'endorsement'],
): Planned[] | null {
  const decay = decayOf(halfLifeDays)
  const measured = (all: readonly EvidenceEntry[]) => {
    const { points, assessment, session, endorsement } = measure(ledger(all, asOf), decay, dayNumber(asOf))
    return { points, exact: assessment + session + endorsement }
  }
  const allowed = choices.filter((choice) => types.includes(choice.type))
  const plan: Planned[] = []
  let all = entries
  let reached = measured(all)
  while (reached.points < window.from && plan.length < mostEntries) {
    let best: { choice: Planned; all: readonly EvidenceEntry[]; reached: typeof reached } | undefined
    for (const choice of allowed) {
      const tried = [...all, imagined(choice, plan.length, asOf)]
      const result = measured(tried)
      if (result.points > window.to || result.exact <= (best?.reached ?? reached).exact) continue
      best = { choice, all: tried, reached: result }
    }
    if (best === undefined) return null
    plan.push(best.choice)
    ;({ all, reached } = best)
  }
  return reached.points >= window.from && reached.points <= window.to ? plan : null
}

/** Sorts after every real id and stands for somebody else each time. */
function imagined({ type, quality }: Planned, place: number, asOf: Day): EvidenceEntry {
  const id = `plan_${String(place).padStart(3, '0')}`
  return {
    id,
    type,
    status: 'valid',
    occurred_on: asOf,
    quality,
    partner_id: null,
    endorser_id: null,
    endorser_name: id,
  }
}
