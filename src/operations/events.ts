import { ms } from '../core/instant.ts'
import { ulidFloor } from '../core/ids.ts'
import type { Op } from './call.ts'
import { eventView, findEvent } from './event-rows.ts'
import { listPage } from './paging.ts'

export const list: Op<'events', 'list'> = async (tx, input, call) =>
  await listPage(tx, call, input, {
    table: 'events',
    where: { type: input.type, user_id: input.user_id, invite_id: input.invite_id },
    from: input.since === undefined ? undefined : `evt_${ulidFloor(ms(input.since))}`,
    view: eventView,
  })

export const get: Op<'events', 'get'> = async (tx, { id }, call) => eventView(await findEvent(tx, id, call))

export { deliveries, resend } from './event-sending.ts'
