import { ApiError } from '../core/error.ts'
import { statusAt } from '../core/invite.ts'
import { iso } from '../core/instant.ts'
import type { InviteRow, ResultRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'
import type { Op } from './call.ts'
import { findInvite, resultOf } from './invite-view.ts'
import { listPage } from './paging.ts'
import { findSkill } from './skills.ts'

export function resultView(result: ResultRow) {
  return {
    ...result,
    object: 'result' as const,
    sections: result.sections.map((section) => ({ ...section })),
    integrity: result.integrity === null ? null : { ...result.integrity },
    sci_effect: { ...result.sci_effect },
  }
}

export const list: Op<'results', 'list'> = async (tx, input, call) =>
  await listPage(tx, call, input, {
    table: 'results',
    where: {
      user_id: input.user_id,
      skill: input.skill === undefined ? undefined : await canonical(tx, input.skill),
      invite_id: input.invite_id,
      passed: input.passed === undefined ? undefined : String(input.passed),
    },
    view: resultView,
  })

async function canonical(tx: ReadTx, skill: string): Promise<string> {
  return (await findSkill(tx, skill))?.id ?? skill
}

/** The result of an invite, and only a readable one: no score is ever null. */
export const ofInvite: Op<'invites', 'result'> = async (tx, { id }, call) => {
  const invite = await findInvite(tx, id)
  const result = await resultOf(tx, invite)
  if (result === null && invite.result_id === null) {
    if (isClosed(statusAt(invite, iso(call.now)))) throw neverScored(invite)
    throw new ApiError('RESULT_NOT_READY', `Invite ${id} is ${invite.status}: there is no score yet.`, {
      param: 'id',
      details: { status: invite.status },
      retryAfterSeconds: 5,
    })
  }
  if (result === null) throw voided(invite, 'its user was erased', {})
  if (result.status === 'voided') {
    throw voided(invite, 'its evidence was revoked', { evidence_id: result.evidence_id })
  }
  return resultView(result)
}

/** Closed without an assessment: waiting would be in vain. */
function neverScored({ id, status }: InviteRow): ApiError {
  return new ApiError('RESULT_NOT_FOUND', `Invite ${id} was ${status} before it had a result.`, {
    param: 'id',
    details: { status },
  })
}

function isClosed(status: InviteRow['status']): boolean {
  return status === 'declined' || status === 'expired' || status === 'cancelled'
}

function voided(
  { id, result_id }: InviteRow,
  why: string,
  facts: { readonly evidence_id?: string },
): ApiError {
  const message = `The result ${result_id} of invite ${id} was voided: ${why}.`
  return new ApiError('RESULT_VOIDED', message, { param: 'id', details: { result_id, ...facts } })
}
