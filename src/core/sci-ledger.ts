import { dayNumber } from './instant.ts'
import type { Day } from './instant.ts'

/** The fields of an evidence entry that the model reads. */
export interface EvidenceEntry {
  readonly id: string
  readonly type: 'session' | 'assessment' | 'endorsement'
  readonly status: 'valid' | 'disputed' | 'revoked'
  readonly occurred_on: Day
  /** 0..1, two decimals; 0 for an endorsement that weighs nothing. */
  readonly quality: number
  readonly partner_id: string | null
  readonly endorser_id: string | null
  readonly endorser_name: string | null
}

/** An entry that takes part in the sums. Quality in hundredths: products with the decay stay integers. */
export interface Mark {
  /** Place of its entry in `listed`: of two equals the first one counts. */
  readonly place: number
  readonly day: number
  readonly hundredths: number
}

/** The evidence as of a day, sorted out once, so that any later day can be measured from it. */
export interface Ledger {
  /** Every valid entry up to the day by id, those that weigh nothing included. */
  readonly listed: readonly EvidenceEntry[]
  readonly assessments: readonly Mark[]
  /** One for each partner and day. */
  readonly sessions: readonly Mark[]
  /** By endorser; which of several counts depends on the day. */
  readonly endorsers: readonly (readonly Mark[])[]
}

export function ledger(entries: readonly EvidenceEntry[], asOf: Day): Ledger {
  const listed = byId(entries.filter((entry) => entry.status === 'valid' && entry.occurred_on <= asOf))
  const assessments: Mark[] = []
  const sessions: Mark[] = []
  const endorsers: Mark[][] = []
  const sessionsByPartner = new Map<string, number>()
  const endorsersByName = new Map<string, Mark[]>()
  for (const [place, entry] of listed.entries()) {
    const mark = { place, day: dayNumber(entry.occurred_on), hundredths: Math.round(entry.quality * 100) }
    if (entry.type === 'assessment') assessments.push(mark)
    else if (entry.type === 'session') addSession(sessions, sessionsByPartner, mark, entry)
    else if (mark.hundredths > 0) addEndorsement(endorsers, endorsersByName, mark, entry)
  }
  return { listed, assessments, sessions, endorsers }
}

/** Of sessions with one partner on one day the best counts: adding another must never lower the score. */
function addSession(
  sessions: Mark[],
  byPartner: Map<string, number>,
  mark: Mark,
  entry: EvidenceEntry,
): void {
  if (entry.partner_id === null) {
    sessions.push(mark)
    return
  }
  const key = `${entry.occurred_on} ${entry.partner_id}`
  const at = byPartner.get(key) ?? sessions.length
  byPartner.set(key, at)
  const held = sessions[at]
  if (held === undefined || mark.hundredths > held.hundredths) sessions[at] = mark
}

/** Which of several endorsements by one person counts depends on the day, so all are kept, together. */
function addEndorsement(
  endorsers: Mark[][],
  byName: Map<string, Mark[]>,
  mark: Mark,
  entry: EvidenceEntry,
): void {
  const endorser = endorserOf(entry)
  const held = byName.get(endorser)
  if (held !== undefined) {
    held.push(mark)
    return
  }
  const group = [mark]
  endorsers.push(group)
  byName.set(endorser, group)
}

/** Told apart by id, imported ones by name; an anonymous endorsement stands for itself. */
function endorserOf({ id, endorser_id, endorser_name }: EvidenceEntry): string {
  if (endorser_id !== null) return `id ${endorser_id}`
  return endorser_name === null ? `entry ${id}` : `name ${endorser_name}`
}

/** Entries come in the order of their ids as a rule: looking is cheaper than sorting. */
function byId(entries: readonly EvidenceEntry[]): readonly EvidenceEntry[] {
  const sorted = entries.every((entry, at) => at === 0 || (entries[at - 1]?.id ?? '') <= entry.id)
  return sorted ? entries : entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
