import { day } from '../core/instant.ts'
import { planEvidence, type Planned, type PointWindow } from '../core/sci-plan.ts'
import { tierRow } from '../core/tiers.ts'
import type { SkillRow, UserRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { append, restate, revokeEntry, type Draft } from './evidence-log.ts'
import { standingIn, type Standing } from './standing.ts'
import { impossible } from './trigger-wish.ts'

export interface Subject {
  readonly user: UserRow
  readonly skill: SkillRow
}

export interface Aim {
  /** Where the score shall come to. */
  readonly window: PointWindow
  /** What shall have changed it. */
  readonly reason?: string | undefined
}

export interface Moved {
  readonly user: UserRow
  readonly after: Standing
  readonly reason: string
}

/** The newest evidence goes first; where that takes too much, new evidence makes up for it. */
export async function lowered(
  tx: Tx,
  call: Call,
  { user, skill }: Subject,
  before: Standing,
  aim: Aim,
): Promise<Moved> {
  const reason = aim.reason === 'dispute' ? aim.reason : 'evidence_revoked'
  let moved: Moved = { user, after: before, reason }
  for (const entry of before.entries.toReversed()) {
    if (moved.after.level.points <= aim.window.to) break
    if (entry.status !== 'valid') continue
    const found = { user: moved.user, skill, entry }
    const change =
      reason === 'dispute'
        ? await restate(tx, call, found, { status: 'disputed', status_reason: because })
        : await revokeEntry(tx, call, found, because)
    moved = { ...moved, user: change.user, after: change.after }
  }
  const made = await raised(tx, call, { user: moved.user, skill }, moved.after, { window: aim.window })
  return { ...made, reason }
}

const because = 'Triggered in the sandbox'

export async function raised(
  tx: Tx,
  call: Call,
  { user, skill }: Subject,
  before: Standing,
  aim: Aim,
): Promise<Moved> {
  const plan = planned(call, before, aim)
  let moved: Moved = { user, after: before, reason: plan.at(-1)?.type ?? 'assessment' }
  for (const [place, entry] of plan.entries()) {
    const change = await append(
      tx,
      call,
      moved.user,
      skill,
      draftOf(call, entry, before.entries.length + place),
    )
    moved = { ...moved, user: change.user, after: change.after }
  }
  return moved
}

const types = ['assessment', 'session', 'endorsement'] as const

/** An entry of the wished type comes last: it is the reason of the change. */
function planned(call: Call, before: Standing, { window, reason }: Aim): Planned[] {
  const { entries, skill } = before
  const start = { entries, halfLifeDays: skill.half_life_days, asOf: day(call.now) }
  const plan = planEvidence(start, window)
  const wished = types.find((type) => type === reason)
  if (plan === null) {
    throw impossible('new_tier', `No evidence leads ${skill.id} to ${window.from}–${window.to} points.`)
  }
  if (wished === undefined) return plan
  const at = plan.findLastIndex((entry) => entry.type === wished)
  if (at !== -1) return [...plan.toSpliced(at, 1), ...plan.slice(at, at + 1)]
  const only = planEvidence(start, window, [wished])
  if (only !== null) return only
  throw impossible('reason', `No ${wished} alone leads ${skill.id} to ${window.from}–${window.to} points.`)
}

function draftOf(call: Call, planned: Planned, place: number): Draft {
  const common = { occurred_on: day(call.now), quality: planned.quality, source: 'sandbox', summary: because }
  if (planned.type === 'session') return { ...common, type: 'session', rating: planned.rating }
  if (planned.type === 'assessment') {
    return { ...common, type: 'assessment', score: planned.score, max_score: 100 }
  }
  return {
    ...common,
    type: 'endorsement',
    endorser_tier: planned.tier,
    endorser_name: `Endorser ${place + 1}`,
  }
}

const verifiable: PointWindow = { from: tierRow('T2').from, to: 1000 }
const fullMarks: Planned = { type: 'assessment', score: 100, quality: 1 }
const goodSession: Planned = { type: 'session', rating: 5, quality: 1 }

/** One more entry: a session, or what a verification needs. */
export async function practised(
  tx: Tx,
  call: Call,
  { user, skill }: Subject,
  verify: boolean,
): Promise<Moved> {
  const before = await standingIn(tx, user, skill, day(call.now))
  const entry = verify ? fullMarks : goodSession
  const change = await append(tx, call, user, skill, draftOf(call, entry, before.entries.length))
  const moved: Moved = { user: change.user, after: change.after, reason: entry.type }
  if (!verify || change.after.level.points >= verifiable.from) return moved
  return await raised(tx, call, { user: change.user, skill }, change.after, { window: verifiable })
}
