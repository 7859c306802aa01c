import type { EvidenceRow } from '../store/rows.ts'
import type { Standing } from './standing.ts'

/** An entry with what it is worth on the standing's day: `counted`, and `weight` between 0 and 1. */
export function evidenceView(entry: EvidenceRow, standing: Standing | undefined) {
  const share = standing?.score.contributions.find((one) => one.evidence_id === entry.id)
  return {
    id: entry.id,
    object: 'evidence' as const,
    user_id: entry.user_id,
    skill: entry.skill,
    type: entry.type,
    status: entry.status,
    occurred_on: entry.occurred_on,
    recorded_at: entry.recorded_at,
    quality: entry.quality,
    counted: (share?.weight ?? 0) > 0,
    weight: share?.weight ?? 0,
    rating: entry.rating,
    partner_id: entry.partner_id,
    score: entry.score,
    max_score: entry.max_score,
    endorser_id: entry.endorser_id,
    endorser_tier: entry.endorser_tier,
    endorser_name: entry.endorser_name,
    source: entry.source,
    actor: entry.actor,
    summary: entry.summary,
    url: entry.url,
    status_reason: entry.status_reason,
    prev_hash: entry.prev_hash,
    hash: entry.hash,
  }
}
