import { ApiError } from '../core/error.ts'
import { refuseClosed } from '../core/invite-refusals.ts'
import { iso } from '../core/instant.ts'
import type { ResultRow } from '../store/rows.ts'
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
  if (result === null) {
    refuseClosed(invite, iso(call.now))
    throw new ApiError('RESULT_NOT_READY', `Invite ${id} is ${invite.status}: there is no score yet.`, {
      param: 'id',
      details: { status: invite.status },
      retryAfterSeconds: 5,
    })
  }
  if (result.status === 'voided') {
    throw new ApiError(
      'RESULT_VOIDED',
      `The result ${result.id} of invite ${id} was voided: its evidence was revoked.`,
      {
        param: 'id',
        details: { result_id: result.id, evidence_id: result.evidence_id },
      },
    )
  }
  return resultView(result)
}
