import type { TierLabel } from '../contract/formats.ts'

export type Tier = 'T0' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5'

export interface TierRow {
  readonly code: Tier
  readonly label: TierLabel
  /** The fewest points of the tier. */
  readonly from: number
  /** Quality of an endorsement by someone who stands here. */
  readonly endorsement: number
}

/** The tiers of sci-1, lowest first. */
export const tiers: readonly TierRow[] = [
  { code: 'T0', label: 'unrated', from: 0, endorsement: 0 },
  { code: 'T1', label: 'novice', from: 1, endorsement: 0 },
  { code: 'T2', label: 'competent', from: 400, endorsement: 0.4 },
  { code: 'T3', label: 'proficient', from: 750, endorsement: 0.6 },
  { code: 'T4', label: 'advanced', from: 880, endorsement: 0.8 },
  { code: 'T5', label: 'expert', from: 950, endorsement: 1 },
]

const byCode = new Map(tiers.map((tier) => [tier.code, tier]))
const byName = new Map(
  tiers.flatMap(({ code, label }) => [[code.toLowerCase(), code] as const, [label, code] as const]),
)

/** The tier of a code or a label, in any case; null when it is neither. */
export function parseTier(text: string): Tier | null {
  return byName.get(text.trim().toLowerCase()) ?? null
}

export function tierRow(tier: Tier): TierRow {
  const row = byCode.get(tier)
  if (row === undefined) throw new TypeError(`Not a tier: ${tier}`)
  return row
}

export function tierLabel(tier: Tier): TierLabel {
  return tierRow(tier).label
}

export function tierOf(points: number): Tier {
  let reached: Tier = 'T0'
  for (const { code, from } of tiers) if (points >= from) reached = code
  return reached
}

/** Below zero when `a` is the lower tier, zero when equal. */
export function compareTiers(a: Tier, b: Tier): number {
  return tierRow(a).from - tierRow(b).from
}
