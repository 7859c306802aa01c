import { day, iso } from '../core/instant.ts'
import type { Completion } from '../core/invite.ts'
import { assessmentQuality } from '../core/quality.ts'
import type { InviteRow, ResultRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import type { Call } from './call.ts'
import { emit } from './emit.ts'
import { announce, append, type Change } from './evidence-log.ts'
import { skillInInput } from './skills.ts'
import { liveUser } from './user-rows.ts'

/** Percent from which an assessment counts as passed. */
const passMark = 60

interface Submission {
  readonly score: number
  readonly max_score: number
  readonly sections?: ResultRow['sections'] | undefined
  readonly integrity?: ResultRow['integrity'] | undefined
}

interface Submitted {
  readonly invite: InviteRow
  readonly step: Completion
  readonly timing: NonNullable<Completion['result']>
  readonly submission: Submission
}

/** A finished assessment: evidence, result, invite, then the events, so that whoever hears of it can read the score. */
export async function submit(tx: Tx, call: Call, submitted: Submitted): Promise<InviteRow> {
  const { invite, step, submission } = submitted
  const user = await liveUser(tx, invite.user_id ?? '', 'user_id')
  const skill = await skillInInput(tx, invite.skill)
  const change = await append(tx, call, user, skill, {
    type: 'assessment',
    occurred_on: day(call.now),
    quality: assessmentQuality(submission.score, submission.max_score),
    score: submission.score,
    max_score: submission.max_score,
    source: `invite:${invite.id}`,
  })
  const result = resultRow(call, submitted, change)
  await tx.insert('results', result)
  const changed: InviteRow = { ...invite, ...step.changes, result_id: result.id }
  await tx.update('invites', changed)
  const { score, max_score, percent, passed } = result
  const subject = { invite_id: invite.id, result_id: result.id, user_id: user.id, skill: skill.id }
  await emit(
    tx,
    call,
    'assessment.completed',
    { ...subject, score, max_score, percent, passed },
    step.occurredAt,
  )
  await announce(tx, call, change, 'assessment')
  return changed
}

function resultRow(call: Call, { invite, timing, submission }: Submitted, change: Change): ResultRow {
  const now = iso(call.now)
  const { entry, before, after } = change
  const percent = Math.round((submission.score / submission.max_score) * 10_000) / 100
  return {
    id: call.newId('res'),
    invite_id: invite.id,
    user_id: entry.user_id,
    skill: entry.skill,
    status: 'scored',
    completion: timing.completion,
    score: submission.score,
    max_score: submission.max_score,
    percent,
    passed: percent >= passMark,
    pass_mark: passMark,
    sections: submission.sections ?? [],
    time_taken_seconds: timing.time_taken_seconds,
    started_at: timing.started_at,
    submitted_at: now,
    scored_at: now,
    integrity: submission.integrity ?? null,
    evidence_id: entry.id,
    sci_effect: {
      before: before.level.sci,
      after: after.level.sci,
      tier_before: before.level.tier,
      tier_after: after.level.tier,
    },
  }
}
