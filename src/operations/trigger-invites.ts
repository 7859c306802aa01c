import { iso, ms } from '../core/instant.ts'
import * as machine from '../core/invite.ts'
import { refuseUnlessWaiting } from '../core/invite-refusals.ts'
import type { InviteRow } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'
import { Reply, type Call } from './call.ts'
import { findInvite } from './invite-view.ts'
import { accept, cancel, complete, decline, start, take } from './invite-steps.ts'
import { create } from './invites.ts'
import { impossible, wishedSkill, type Wish } from './trigger-wish.ts'
import { liveUser } from './user-rows.ts'
import { ApiError } from '../core/error.ts'

export async function created(tx: Tx, call: Call, wish: Wish): Promise<void> {
  if (wish.invite_id !== undefined) {
    throw impossible('invite_id', 'A new invite gets its id from the service. Leave invite_id out.')
  }
  await make(tx, call, wish)
}

export async function accepted(tx: Tx, call: Call, wish: Wish): Promise<void> {
  await accept(tx, { id: await wishedInvite(tx, call, wish) }, call)
}

export async function declined(tx: Tx, call: Call, wish: Wish): Promise<void> {
  await decline(tx, { id: await wishedInvite(tx, call, wish) }, call)
}

export async function cancelled(tx: Tx, call: Call, wish: Wish): Promise<void> {
  await cancel(tx, { id: await wishedInvite(tx, call, wish), force: true }, call)
}

/** Its expiry is moved to this instant, so that it passes without the clock being moved. */
export async function expired(tx: Tx, call: Call, wish: Wish): Promise<void> {
  const now = iso(call.now)
  const invite = await findInvite(tx, await wishedInvite(tx, call, wish))
  refuseUnlessWaiting(invite, now, 'expired')
  const ended: InviteRow = { ...invite, expires_at: now }
  await take(tx, call, ended, machine.expire(ended, now))
}

export async function started(tx: Tx, call: Call, wish: Wish): Promise<void> {
  const id = await wishedInvite(tx, call, wish)
  if (wish.due_at === undefined) await start(tx, { id }, call)
  else await startUntil(tx, call, id, wish.due_at)
}

const shortest = 60
const longest = 604_800

/** The time limit is what is left until then. */
async function startUntil(tx: Tx, call: Call, id: string, due_at: string): Promise<void> {
  const time_limit_seconds = Math.ceil((ms(due_at) - call.now) / 1000)
  if (time_limit_seconds < shortest || time_limit_seconds > longest) {
    throw impossible('due_at', `due_at must lie 1 minute to 7 days after ${iso(call.now)}.`)
  }
  await accept(tx, { id }, call)
  const invite = await findInvite(tx, id)
  const step = machine.start(invite, iso(call.now))
  if (step.events.length === 0) return
  await take(tx, call, { ...invite, time_limit_seconds }, { ...step, changes: { ...step.changes, due_at } })
}

export async function completed(tx: Tx, call: Call, wish: Wish): Promise<void> {
  if (wish.result_id !== undefined) await refuseResult(tx, wish.result_id)
  const submission = submitted(wish)
  const id = await wishedInvite(tx, call, wish)
  await start(tx, { id }, call)
  await complete(tx, { id, ...submission }, call)
}

/** @throws ApiError RESULT_NOT_FOUND, VALIDATION_FAILED */
async function refuseResult(tx: Tx, id: string): Promise<never> {
  if ((await tx.get('results', id)) !== undefined) {
    throw impossible('result_id', `Result ${id} was made before; a new one gets its id from the service.`)
  }
  throw new ApiError('RESULT_NOT_FOUND', `There is no result ${id}. Leave result_id out: it is new.`, {
    param: 'data.result_id',
  })
}

const passing = 86
const failing = 40

/** The score that agrees with what was wished for, where there is one. */
function submitted({ score, max_score, percent, passed }: Wish): { score: number; max_score: number } {
  const share = percent ?? (passed === false ? failing : passing)
  const max = max_score ?? (score && percent ? rounded((score * 100) / percent) : 100)
  const reached = score ?? rounded((share * max) / 100)
  if (reached <= max) return { score: reached, max_score: max }
  throw impossible('score', `score is ${reached}, more than max_score ${max}.`)
}

/** Without the last digits of binary fractions. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

async function wishedInvite(tx: Tx, call: Call, wish: Wish): Promise<string> {
  if (wish.invite_id === undefined) return await make(tx, call, wish)
  return (await findInvite(tx, wish.invite_id, 'data.invite_id')).id
}

async function make(tx: Tx, call: Call, { skill, user_id, candidate_email }: Wish): Promise<string> {
  const user = user_id === undefined ? undefined : await liveUser(tx, user_id, 'data.user_id')
  const made = await create(
    tx,
    {
      candidate_email:
        candidate_email ?? user?.email ?? `candidate-${call.newId('usr').slice(-8)}@example.com`,
      skill: (await wishedSkill(tx, skill)).id,
      user_id,
      send_email: true,
      if_exists: 'create',
    },
    call,
  )
  return made instanceof Reply ? made.body.id : made.id
}
