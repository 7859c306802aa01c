import { iso } from '../../core/instant.ts'
import { inviteOfToken } from '../../operations/invite-link.ts'
import { inviteView, resultOf } from '../../operations/invite-view.ts'
import type { ResultRow } from '../../store/rows.ts'
import { makeCall } from '../call.ts'
import type { Exchange } from '../exchange.ts'
import type { Service } from '../service.ts'
import type { Fields } from './form.ts'
import type { Place } from './page.ts'

/** What the page of an invite is made from. */
export interface Sight extends Place {
  readonly token: string
  readonly now: number
  readonly isLate: boolean
  /** The reader wants the page to stay as it is: `?stay`. */
  readonly stays: boolean
  readonly invite: ReturnType<typeof inviteView>
  /** The skill's name. */
  readonly skill: string
  readonly result: ResultRow | null
  /** Why the step that was just tried did not happen. */
  readonly notice: string | null
  /** What was typed into the form then. */
  readonly fields: Fields
}

export type Attempt = Pick<Sight, 'notice' | 'fields'>

/** @throws ApiError INVITE_NOT_FOUND */
export async function lookAt(
  service: Service,
  exchange: Exchange,
  token: string,
  attempt: Attempt,
): Promise<Sight> {
  const now = exchange.at
  const { call } = makeCall(service, { now, key: null, requestId: exchange.id })
  return await service.store.read(async (tx) => {
    const row = await inviteOfToken(tx, token, call)
    const result = await resultOf(tx, row)
    const skill = (await tx.get('skills', row.skill))?.name ?? row.skill
    const isLate = row.due_at !== null && iso(now) > row.due_at
    const seen = { token, now, isLate, stays: exchange.search === 'stay', skill, result }
    return { ...placeOf(service), ...attempt, ...seen, invite: inviteView(row, result, call) }
  })
}

export function placeOf({ mode, address }: Service): Place {
  return { mode, host: new URL(address.baseUrl).host }
}
