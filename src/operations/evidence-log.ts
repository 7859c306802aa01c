import { evidenceHash } from '../core/evidence-hash.ts'
import { instantOfId } from '../core/ids.ts'
import { day, iso } from '../core/instant.ts'
import type { EvidenceRow, SkillRow, UserRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { decayNow, noteDecay } from './decay.ts'
import { emitStandingChange } from './passport.ts'
import { restanding, standingIn, type Standing } from './standing.ts'

/** The facts of a new entry; what the log itself decides is added by `append`. */
export type Draft = Pick<EvidenceRow, 'type' | 'occurred_on' | 'quality'> &
  Partial<
    Pick<
      EvidenceRow,
      | 'source'
      | 'summary'
      | 'url'
      | 'rating'
      | 'partner_id'
      | 'score'
      | 'max_score'
      | 'endorser_id'
      | 'endorser_tier'
      | 'endorser_name'
    >
  >

/** What an entry tells beside its type, day and quality: nothing of it. */
export const noDetails = {
  source: null,
  summary: null,
  url: null,
  rating: null,
  partner_id: null,
  score: null,
  max_score: null,
  endorser_id: null,
  endorser_tier: null,
  endorser_name: null,
} as const

export interface Change {
  readonly user: UserRow
  readonly entry: EvidenceRow
  readonly before: Standing
  readonly after: Standing
}

/** Adds one entry to the end of a user's chain. The caller writes the events, after its own. */
export async function append(
  tx: Tx,
  call: Call,
  user: UserRow,
  skill: SkillRow,
  draft: Draft,
): Promise<Change> {
  await decayNow(tx, call, user, skill)
  const before = await standingIn(tx, user, skill, day(call.now))
  const entry = await enter(tx, call, user, skill, draft)
  return await touched(tx, call, { user, skill, entry, before }, endingWith(entry))
}

/** The entry alone, chained to the one before it. The user's row must take it as the new end. */
export async function enter(
  tx: Tx,
  call: Call,
  user: UserRow,
  skill: SkillRow,
  draft: Draft,
): Promise<EvidenceRow> {
  const facts = {
    id: idAfter(call, user.evidence_last),
    user_id: user.id,
    skill: skill.id,
    recorded_at: iso(call.now),
    actor: call.key?.id ?? 'system',
    ...noDetails,
    ...draft,
  }
  const prev_hash = user.evidence_head
  const hash = evidenceHash(prev_hash, facts)
  const entry: EvidenceRow = { ...facts, status: 'valid', status_reason: null, prev_hash, hash }
  await tx.insert('evidence', entry)
  return entry
}

/** Entries stand in the order of their chain, whichever process writes the next one and whatever its clock says. */
function idAfter(call: Call, last: string | undefined): string {
  const id = call.newId('evd')
  const lastAt = last === undefined || id > last ? null : instantOfId(last)
  return lastAt === null ? id : call.newId('evd', lastAt + 1)
}

/** What a user's row says of the end of the chain. */
export function endingWith({ id, hash }: EvidenceRow): Pick<UserRow, 'evidence_head' | 'evidence_last'> {
  return { evidence_head: hash, evidence_last: id }
}

/** An entry and what it is about. */
export interface Found {
  readonly user: UserRow
  readonly skill: SkillRow
  readonly entry: EvidenceRow
}

/** Changes what may change of an entry: its status and the reason. Its facts and its hash stay. */
export async function restate(
  tx: Tx,
  call: Call,
  found: Found,
  status: Pick<EvidenceRow, 'status' | 'status_reason'>,
): Promise<Change> {
  await decayNow(tx, call, found.user, found.skill)
  const before = await standingIn(tx, found.user, found.skill, day(call.now))
  const entry = { ...found.entry, ...status }
  await tx.update('evidence', entry)
  return await touched(tx, call, { ...found, entry, before }, {})
}

/** A revoked assessment takes its result with it: RESULT_VOIDED from then on. */
export async function revokeEntry(tx: Tx, call: Call, found: Found, reason: string | null): Promise<Change> {
  const change = await restate(tx, call, found, { status: 'revoked', status_reason: reason })
  for (const result of await tx.find('results', 'evidence_id', found.entry.id)) {
    await tx.update('results', { ...result, status: 'voided' })
  }
  return change
}

async function touched(
  tx: Tx,
  call: Call,
  { user, skill, entry, before }: Omit<Change, 'after'> & { readonly skill: SkillRow },
  end: Partial<ReturnType<typeof endingWith>>,
): Promise<Change> {
  const changed = { ...user, ...end, updated_at: iso(call.now) }
  await tx.update('users', changed)
  const after = await restanding(tx, user, changed, { skill, asOf: day(call.now) })
  await noteDecay(tx, changed, after)
  return { user: changed, entry, before, after }
}

export async function announce(tx: Tx, call: Call, change: Change, reason: string): Promise<void> {
  const { user, before, after } = change
  await emitStandingChange(tx, call, user, { before: before.level.tier, after, reason })
}
