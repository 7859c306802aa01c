import { ApiError } from '../core/error.ts'
import { day } from '../core/instant.ts'
import { compareTiers, parseTier, tierLabel, type Tier } from '../core/tiers.ts'
import type { Day, EvidenceRow, SkillRow, UserRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { evidenceView } from './evidence-view.ts'
import { explainInWords } from './explain.ts'
import { standingIn, standings, type Standing } from './standing.ts'
import { skillInInput, skillInPath } from './skills.ts'
import { liveUser } from './user-rows.ts'

const model = 'sci-1' as const

export const passport: Op<'verify', 'passport'> = async (tx, { userId, as_of }, call) => {
  const user = await liveUser(tx, userId, 'userId')
  const asOf = dayAsked(as_of, call.now)
  const all = await standings(tx, user, asOf)
  call.count('verifications_made')
  return {
    uid: user.id,
    user_id: user.id,
    displayName: user.display_name,
    verified: user.status === 'active' && all.some((one) => one.verified),
    status: user.status === 'suspended' ? ('suspended' as const) : ('active' as const),
    skills: all.map(passportSkill),
    sci_scores: Object.fromEntries(all.map((one) => [one.skill.id, one.score.sci])),
    model,
    asOf,
    updatedAt: user.updated_at,
  }
}

function passportSkill(one: Standing) {
  const { tier, sci, points, confidence, counts, lastEvidence } = one.level
  return {
    key: one.skill.id,
    name: one.skill.name,
    tier,
    tierLabel: tierLabel(tier),
    sci,
    sciPoints: points,
    confidence,
    verified: one.verified,
    sessionsCount: counts.sessions,
    ...(lastEvidence !== null && { lastEvidence }),
    evidence: { ...counts },
    tierUntil: one.tierUntil,
    verifiedUntil: one.verifiedUntil,
  }
}

interface SkillQuestion {
  readonly userId: string
  readonly skillKey: string
  readonly as_of?: string | undefined
}

interface SkillAnswer {
  readonly user: UserRow
  readonly asOf: Day
  readonly one: Standing
}

async function ask(tx: ReadTx, question: SkillQuestion, call: Call): Promise<SkillAnswer> {
  const user = await liveUser(tx, question.userId, 'userId')
  const skill = await skillInPath(tx, question.skillKey, 'skillKey')
  const asOf = dayAsked(question.as_of, call.now)
  const one = await standingIn(tx, user, skill, asOf)
  if (one.entries.length === 0) {
    throw new ApiError('SKILL_NOT_IN_PASSPORT', `User ${user.id} has no evidence of ${skill.id}.`, {
      param: 'skillKey',
      details: { user_id: user.id, skill: skill.id },
    })
  }
  call.count('verifications_made')
  return { user, asOf, one }
}

/** Today unless asked otherwise, at most ten years ahead. A place in a body is a pointer, in a query a name. */
function dayAsked(asked: Day | undefined, now: number, pointer = 'as_of'): Day {
  const today = day(now)
  const asOf = asked ?? today
  const latest = `${Number(today.slice(0, 4)) + 10}${today.slice(4)}`
  if (asOf <= latest) return asOf
  throw new ApiError('VALIDATION_FAILED', `as_of is ${asOf}: at most ten years ahead can be asked for.`, {
    param: 'as_of',
    details: [{ pointer, code: 'too_late', message: `as_of must be ${latest} or earlier.` }],
  })
}

function skillFacts({ user, asOf, one }: SkillAnswer) {
  const { tier, sci, points, confidence, counts, lastEvidence, lastAssessment } = one.level
  return {
    uid: user.id,
    user_id: user.id,
    skill: one.skill.id,
    tier,
    tierLabel: tierLabel(tier),
    sci,
    sciPoints: points,
    confidence,
    evidence: { ...counts },
    evidenceCount: counts.sessions + counts.assessments + counts.endorsements,
    ...(lastEvidence !== null && { lastEvidence }),
    lastAssessment,
    verified: one.verified,
    unmet: [...one.unmet],
    tierUntil: one.tierUntil,
    verifiedUntil: one.verifiedUntil,
    model,
    asOf,
  }
}

export const skill: Op<'verify', 'skill'> = async (tx, input, call) => {
  const answer = await ask(tx, input, call)
  if (input.evidence !== 'chain') return skillFacts(answer)
  return { ...skillFacts(answer), evidence: chain(answer.one) }
}

function chain(one: Standing) {
  const newestFirst = (a: EvidenceRow, b: EvidenceRow) => (a.id < b.id ? 1 : -1)
  return one.entries.toSorted(newestFirst).map((entry) => evidenceView(entry, one))
}

export const explain: Op<'verify', 'explain'> = async (tx, input, call) => {
  const answer = await ask(tx, input, call)
  const { parts, contributions } = answer.one.score
  return {
    ...skillFacts(answer),
    parts: { ...parts },
    contributions: contributions.map((one) => ({ ...one })),
    summary: explainInWords(answer.user, answer.one, answer.asOf),
  }
}

const largestBatch = 100

export const batch: Op<'verify', 'batch'> = async (tx, input, call) => {
  const size = input.user_ids.length
  if (size === 0 || size > largestBatch) {
    const message = `user_ids holds ${size} ids; send 1 to ${largestBatch}${size === 0 ? '' : ' at a time'}.`
    throw new ApiError('BATCH_SIZE', message, { param: 'user_ids', details: { size, max: largestBatch } })
  }
  const wanted = input.skill === undefined ? undefined : await skillInInput(tx, input.skill)
  const bar = input.min_tier === undefined ? null : parseTier(input.min_tier)
  const asOf = dayAsked(input.as_of, call.now, '/as_of')
  const results = []
  for (const id of input.user_ids) results.push(await verdict(tx, id, { wanted, bar, asOf }))
  const found = results.filter((one) => one.error === null)
  call.count('verifications_made', found.length)
  return {
    object: 'batch' as const,
    results,
    total: results.length,
    verified: results.filter((one) => one.verified).length,
    not_found: results.length - found.length,
  }
}

interface Bar {
  readonly wanted: SkillRow | undefined
  readonly bar: Tier | null
  readonly asOf: Day
}

/** One item of a batch: what cannot be answered is said in the item, the call goes on. */
async function verdict(tx: ReadTx, id: string, { wanted, bar, asOf }: Bar) {
  const user = await tx.get('users', id)
  const item = { uid: id, user_id: id, skill: wanted?.id ?? null, verified: false }
  if (user === undefined)
    return { ...item, tier: null, sci: null, met: null, error: 'USER_NOT_FOUND' as const }
  if (user.status === 'erased')
    return { ...item, tier: null, sci: null, met: null, error: 'USER_ERASED' as const }
  const one = wanted ? await standingIn(tx, user, wanted, asOf) : (await standings(tx, user, asOf))[0]
  if (one === undefined || one.entries.length === 0) {
    return { ...item, tier: 'T0' as const, sci: 0, met: bar === null ? null : bar === 'T0', error: null }
  }
  const { tier, sci } = one.level
  return {
    ...item,
    skill: one.skill.id,
    verified: one.verified,
    tier,
    sci,
    met: bar === null ? null : compareTiers(tier, bar) >= 0,
    error: null,
  }
}
