import { ApiError } from '../core/error.ts'
import { day } from '../core/instant.ts'
import { assessmentQuality, endorsementQuality, sessionQuality } from '../core/quality.ts'
import { parseTier } from '../core/tiers.ts'
import type { EvidenceRow, SkillRow, UserRow } from '../store/rows.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { announce, append, restate, revokeEntry, type Draft, type Found } from './evidence-log.ts'
import { evidenceView } from './evidence-view.ts'
import { standingIn } from './standing.ts'
import { listPage } from './paging.ts'
import { findSkill, skillInInput } from './skills.ts'
import { liveUser } from './user-rows.ts'

export type EvidenceInput = Parameters<Op<'evidence', 'create'>>[1]

export const create: Op<'evidence', 'create'> = async (tx, input, call) => {
  const user = await liveUser(tx, input.id)
  const skill = await skillInInput(tx, input.skill)
  const change = await append(tx, call, user, skill, await draftOf(tx, input, { user, skill, call }))
  await announce(tx, call, change, input.type)
  return evidenceView(change.entry, change.after)
}

interface About {
  readonly user: UserRow
  readonly skill: SkillRow
  readonly call: Call
}

/** What the entry says, checked. @throws ApiError EVIDENCE_INVALID, USER_NOT_FOUND, USER_ERASED */
export async function draftOf(tx: ReadTx, input: EvidenceInput, about: About): Promise<Draft> {
  const occurred_on = input.occurred_on ?? day(about.call.now)
  if (occurred_on > day(about.call.now)) {
    throw invalid(
      'occurred_on',
      `occurred_on is ${occurred_on}, but evidence lies in the past: at the latest today.`,
    )
  }
  const common = {
    type: input.type,
    occurred_on,
    summary: input.summary ?? null,
    url: input.url ?? null,
    source: input.source ?? null,
  }
  if (input.type === 'session') return { ...common, ...sessionFacts(input, about.user) }
  if (input.type === 'assessment') return { ...common, ...assessmentFacts(input) }
  return { ...common, ...(await endorsementFacts(tx, input, about)) }
}

function sessionFacts(input: EvidenceInput, user: UserRow) {
  if (input.partner_id === user.id)
    throw invalid('partner_id', 'A session needs somebody else as its partner.')
  const rating = input.rating ?? null
  return { rating, partner_id: input.partner_id ?? null, quality: sessionQuality(rating) }
}

function assessmentFacts(input: EvidenceInput) {
  if (input.score === undefined) throw invalid('score', 'An assessment needs its score.')
  const max_score = input.max_score ?? 100
  if (input.score > max_score) {
    throw invalid('score', `score is ${input.score}, more than max_score ${max_score}.`)
  }
  return { score: input.score, max_score, quality: assessmentQuality(input.score, max_score) }
}

/**
 * The endorser's tier is frozen at this moment: what they learn or forget later changes nothing here. Their name
 * is not: it would stand in somebody else's chain of hashes, where erasing them could not reach it.
 */
async function endorsementFacts(tx: ReadTx, input: EvidenceInput, { user, skill, call }: About) {
  if (input.endorser_id === undefined) {
    if (input.endorser_tier === undefined || input.endorser_name === undefined) {
      throw invalid(
        'endorser_id',
        'An endorsement needs endorser_id, or for imported history endorser_tier and endorser_name.',
      )
    }
    const tier = parseTier(input.endorser_tier)
    return { endorser_tier: tier, endorser_name: input.endorser_name, quality: endorsementQuality(tier) }
  }
  if (input.endorser_id === user.id) throw invalid('endorser_id', 'Nobody can endorse themselves.')
  const endorser = await liveUser(tx, input.endorser_id, 'endorser_id')
  const { tier } = (await standingIn(tx, endorser, skill, day(call.now))).level
  return { endorser_id: endorser.id, endorser_tier: tier, quality: endorsementQuality(tier) }
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('EVIDENCE_INVALID', message, { param })
}

async function find(tx: ReadTx, id: string): Promise<Found> {
  const entry = await tx.get('evidence', id)
  const skill = entry && (await tx.get('skills', entry.skill))
  if (entry === undefined || skill === undefined) {
    throw new ApiError('EVIDENCE_NOT_FOUND', `There is no evidence ${id}.`, { param: 'id' })
  }
  return { entry, skill, user: await liveUser(tx, entry.user_id) }
}

export const list: Op<'evidence', 'list'> = async (tx, input, call) => {
  const { id, skill, type, status } = input
  const user = await liveUser(tx, id)
  const key = skill === undefined ? undefined : ((await findSkill(tx, skill))?.id ?? skill)
  const page = await listPage(tx, call, input, {
    table: 'evidence',
    where: { user_id: id, skill: key, type, status },
    view: (row) => row,
  })
  const views = []
  for (const row of page.data) views.push(await viewed(tx, user, row, call))
  return { ...page, data: views }
}

async function viewed(tx: ReadTx, user: UserRow, entry: EvidenceRow, call: Call) {
  const skill = await tx.get('skills', entry.skill)
  return evidenceView(entry, skill && (await standingIn(tx, user, skill, day(call.now))))
}

export const get: Op<'evidence', 'get'> = async (tx, { id }, call) => {
  const { entry, skill, user } = await find(tx, id)
  return evidenceView(entry, await standingIn(tx, user, skill, day(call.now)))
}

export const dispute: Op<'evidence', 'dispute'> = async (tx, { id, reason }, call) => {
  const found = await find(tx, id)
  if (found.entry.status === 'revoked') throw closed(found.entry)
  if (found.entry.status === 'disputed') return await unchanged(tx, found, call)
  const change = await restate(tx, call, found, { status: 'disputed', status_reason: reason ?? null })
  await announce(tx, call, change, 'dispute')
  return evidenceView(change.entry, change.after)
}

export const resolve: Op<'evidence', 'resolve'> = async (tx, { id, outcome }, call) => {
  const found = await find(tx, id)
  if (found.entry.status === 'revoked') throw closed(found.entry)
  if (found.entry.status === 'valid') {
    throw new ApiError('EVIDENCE_ALREADY_CLOSED', `Evidence ${id} has no open dispute to resolve.`, {
      param: 'id',
    })
  }
  if (outcome === 'revoked') return await revoked(tx, call, found, found.entry.status_reason)
  const change = await restate(tx, call, found, { status: 'valid', status_reason: null })
  await announce(tx, call, change, 'dispute_resolved')
  return evidenceView(change.entry, change.after)
}

export const revoke: Op<'evidence', 'revoke'> = async (tx, { id, reason }, call) => {
  const found = await find(tx, id)
  if (found.entry.status === 'revoked') throw closed(found.entry)
  return await revoked(tx, call, found, reason)
}

async function revoked(tx: Tx, call: Call, found: Found, reason: string | null) {
  const change = await revokeEntry(tx, call, found, reason)
  await announce(tx, call, change, 'evidence_revoked')
  return evidenceView(change.entry, change.after)
}

async function unchanged(tx: ReadTx, { user, skill, entry }: Found, call: Call) {
  return evidenceView(entry, await standingIn(tx, user, skill, day(call.now)))
}

function closed(entry: EvidenceRow): ApiError {
  return new ApiError('EVIDENCE_ALREADY_CLOSED', `Evidence ${entry.id} was already revoked. That is final.`, {
    param: 'id',
    details: { status: entry.status, reason: entry.status_reason },
  })
}
