import type { Ledger, Mark } from './sci-ledger.ts'

/** Micro-units left of an entry's weight by its age in days; 0 beyond the end. */
export type Decay = Uint32Array

/** What the evidence comes to on one day. */
export interface Measure {
  /** 0..1000, whole. */
  readonly points: number
  /** 0..1, two decimals. */
  readonly confidence: number
  /** Points before rounding. */
  readonly assessment: number
  readonly session: number
  readonly endorsement: number
}

const micro = 1_000_000
/** After 21 half-lives even a full micro-unit rounds to nothing: 1e6 · 2^-21 < 0.5. */
const halfLivesToNothing = 21

const decays = new Map<number, Decay>()

/** d = round(1e6 · 2^(-age/H)), worked out once for each half-life. */
export function decayOf(halfLifeDays: number): Decay {
  let decay = decays.get(halfLifeDays)
  if (decay === undefined) {
    decay = Uint32Array.from({ length: daysToNothing(halfLifeDays) }, (_, age) =>
      Math.round(micro * 2 ** (-age / halfLifeDays)),
    )
    decays.set(halfLifeDays, decay)
  }
  return decay
}

/** The age in days from which on an entry weighs nothing at all. */
export function daysToNothing(halfLifeDays: number): number {
  return halfLivesToNothing * halfLifeDays
}

/** Integer sums up to the last step: the order of the entries cannot change a bit of the result. */
export function measure(book: Ledger, decay: Decay, onDay: number): Measure {
  let assessed = 0
  let assessedQuality = 0
  for (const { day, hundredths } of book.assessments) {
    const left = decay[onDay - day] ?? 0
    assessed += left
    assessedQuality += left * hundredths
  }
  let practised = 0
  let units = 4 * assessed
  for (const { day, hundredths } of book.sessions) {
    const left = decay[onDay - day] ?? 0
    practised += left * hundredths
    units += left
  }
  let endorsed = 0
  for (const group of book.endorsers) {
    const mark = strongest(group, decay, onDay)
    if (mark === undefined) continue
    endorsed += weight(mark, decay, onDay)
    units += 2 * (decay[onDay - mark.day] ?? 0)
  }
  return combine(assessed, assessedQuality, practised, endorsed, units)
}

/** The one endorsement of an endorser that counts on a day: the heaviest, then the newest, then the first. */
export function strongest(group: readonly Mark[], decay: Decay, onDay: number): Mark | undefined {
  let best = group[0]
  for (const mark of group) {
    if (best === undefined || mark === best) continue
    const gain = weight(mark, decay, onDay) - weight(best, decay, onDay)
    if (gain > 0 || (gain === 0 && mark.day > best.day)) best = mark
  }
  return best
}

/** d·q, in hundredths of a micro-unit. */
export function weight(mark: Mark, decay: Decay, onDay: number): number {
  return (decay[onDay - mark.day] ?? 0) * mark.hundredths
}

/** Saturating curves: every further piece of evidence closes the same share of the gap that is left. */
function combine(
  assessed: number,
  assessedQuality: number,
  practised: number,
  endorsed: number,
  units: number,
): Measure {
  const mean = assessed === 0 ? 0 : assessedQuality / (100 * assessed)
  const assessment = 500 * mean * (1 - 2 ** (-assessed / micro))
  const session = 300 * (1 - 2 ** (-practised / (3 * 100 * micro)))
  const endorsement = 200 * (1 - 2 ** (-endorsed / (100 * micro)))
  const points = Math.min(1000, Math.max(0, Math.round(assessment + session + endorsement)))
  const confidence = Math.round((100 * units) / (units + 2 * micro)) / 100
  return { points, confidence, assessment, session, endorsement }
}
