import { apportion } from './apportion.ts'
import { dayNumber } from './instant.ts'
import type { Day } from './instant.ts'
import { passes } from './quality.ts'
import { decayOf, measure, strongest, weight } from './sci-curve.ts'
import type { Decay, Measure } from './sci-curve.ts'
import { ledger } from './sci-ledger.ts'
import type { EvidenceEntry, Ledger, Mark } from './sci-ledger.ts'
import { unmetByTime } from './sci-verified.ts'
import type { Unmet } from './sci-verified.ts'
import { tierOf } from './tiers.ts'
import type { Tier } from './tiers.ts'

export type { EvidenceEntry } from './sci-ledger.ts'
export { tierUntil, verifiedUntil } from './sci-until.ts'
export type { Unmet } from './sci-verified.ts'

export interface Contribution {
  readonly evidence_id: string
  /** Whole points; those of all entries add up to the score. */
  readonly points: number
  /** What age has left of the entry, 0..1 in millionths; 0 for one that is listed but does not count. */
  readonly weight: number
}

/** Where someone stands in one skill. */
export interface Standing {
  /** 0..1000. */
  readonly points: number
  /** 0..100. */
  readonly sci: number
  readonly tier: Tier
  readonly confidence: number
  /** Valid entries up to the date. Those that weigh nothing are evidence too: they count here. */
  readonly counts: { readonly sessions: number; readonly assessments: number; readonly endorsements: number }
  readonly lastEvidence: Day | null
  readonly lastAssessment: Day | null
  readonly lastPassedAssessment: Day | null
}

/** A standing and where it comes from. */
export interface Score extends Standing {
  /** Whole points that add up to the score; each is the sum of its entries' contributions. */
  readonly parts: { readonly assessment: number; readonly session: number; readonly endorsement: number }
  /** Every valid entry up to the date, by id. */
  readonly contributions: readonly Contribution[]
}

/** The score of one skill from its evidence alone: no clock, no store, the order of the entries irrelevant. */
export function score(entries: readonly EvidenceEntry[], halfLifeDays: number, asOf: Day): Score {
  const book = ledger(entries, asOf)
  const decay = decayOf(halfLifeDays)
  const onDay = dayNumber(asOf)
  const measured = measure(book, decay, onDay)
  return { ...summary(book, measured), ...shares(book, measured, decay, onDay) }
}

/** The score without its origin, for answers that show many skills: a fraction of the work. */
export function standing(entries: readonly EvidenceEntry[], halfLifeDays: number, asOf: Day): Standing {
  const book = ledger(entries, asOf)
  return summary(book, measure(book, decayOf(halfLifeDays), dayNumber(asOf)))
}

/** Why the skill is not verified; empty when it is. */
export function unmet(
  scored: Standing,
  entries: readonly EvidenceEntry[],
  asOf: Day,
  userActive: boolean,
): Unmet[] {
  const reasons = unmetByTime(scored, scored.lastPassedAssessment, asOf)
  if (entries.some((entry) => entry.status === 'disputed' && entry.occurred_on <= asOf)) {
    reasons.push('open_dispute')
  }
  if (!userActive) reasons.push('user_suspended')
  return reasons
}

export function isVerified(
  scored: Standing,
  entries: readonly EvidenceEntry[],
  asOf: Day,
  userActive: boolean,
): boolean {
  return unmet(scored, entries, asOf, userActive).length === 0
}

/** The points first go to the three parts, then those of each part to its entries. */
function shares(
  book: Ledger,
  measured: Measure,
  decay: Decay,
  onDay: number,
): Pick<Score, 'parts' | 'contributions'> {
  const raw = [measured.assessment, measured.session, measured.endorsement]
  const [assessment = 0, session = 0, endorsement = 0] = apportion(measured.points, raw)
  const points = book.listed.map(() => 0)
  const left = book.listed.map(() => 0)
  const give = (part: number, marks: readonly Mark[]): void => {
    const split = apportion(
      part,
      marks.map((mark) => weight(mark, decay, onDay)),
    )
    for (const [at, { place, day }] of marks.entries()) {
      points[place] = split[at] ?? 0
      left[place] = (decay[onDay - day] ?? 0) / 1e6
    }
  }
  give(assessment, book.assessments)
  give(session, book.sessions)
  give(
    endorsement,
    book.endorsers.flatMap((group) => strongest(group, decay, onDay) ?? []),
  )
  const contributions = book.listed.map(({ id }, place) => ({
    evidence_id: id,
    points: points[place] ?? 0,
    weight: left[place] ?? 0,
  }))
  return { parts: { assessment, session, endorsement }, contributions }
}

function summary({ listed }: Ledger, { points, confidence }: Measure): Standing {
  let sessions = 0
  let assessments = 0
  let lastEvidence: Day | null = null
  let lastAssessment: Day | null = null
  let lastPassedAssessment: Day | null = null
  for (const { type, occurred_on, quality } of listed) {
    lastEvidence = later(lastEvidence, occurred_on)
    if (type === 'session') sessions++
    if (type !== 'assessment') continue
    assessments++
    lastAssessment = later(lastAssessment, occurred_on)
    if (passes(quality)) lastPassedAssessment = later(lastPassedAssessment, occurred_on)
  }
  const sci = Math.floor(points / 10)
  return {
    points,
    sci,
    tier: tierOf(points),
    confidence,
    counts: { sessions, assessments, endorsements: listed.length - sessions - assessments },
    lastEvidence,
    lastAssessment,
    lastPassedAssessment,
  }
}

function later(a: Day | null, b: Day): Day {
  return a !== null && a > b ? a : b
}
