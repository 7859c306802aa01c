import type { EventType } from '../contract/events.ts'
import { ApiError } from '../core/error.ts'
import type { Tx } from '../store/types.ts'
import type { Call, Op } from './call.ts'
import { eventView } from './event-rows.ts'
import { skillInInput } from './skills.ts'
import * as invites from './trigger-invites.ts'
import { passportUpdated, tierChanged } from './trigger-standing.ts'
import { webhookTest } from './trigger-webhooks.ts'
import { impossible, type Wish } from './trigger-wish.ts'

type Way = (tx: Tx, call: Call, wish: Wish) => Promise<void>

const ways: Readonly<Record<EventType, Way>> = {
  'invite.created': invites.created,
  'invite.accepted': invites.accepted,
  'invite.declined': invites.declined,
  'invite.cancelled': invites.cancelled,
  'invite.expired': invites.expired,
  'assessment.started': invites.started,
  'assessment.completed': invites.completed,
  'passport.updated': passportUpdated,
  'skill.tier_changed': tierChanged,
  'webhook.test': webhookTest,
}

/** Nothing is made up: the event is written because what it tells has happened, or the request is refused. */
export const trigger: Op<'sandbox', 'trigger'> = async (tx, { event, data }, call) => {
  const wish = await canonical(tx, data ?? {})
  const written: string[] = []
  const newId = (prefix: string): string => {
    const id = call.newId(prefix)
    if (prefix === 'evt') written.push(id)
    return id
  }
  await ways[event](tx, { ...call, newId }, wish)
  const rows = await Promise.all(written.map((id) => tx.get('events', id)))
  const events = rows.flatMap((row) => (row === undefined ? [] : [eventView(row)]))
  confirm(
    event,
    wish,
    events.findLast((one) => one.event === event),
  )
  return { object: 'trigger' as const, events }
}

/** Skills under their keys, as events name them. */
async function canonical(tx: Tx, wish: Wish): Promise<Wish> {
  const { skill, changed_skills, ...rest } = wish
  const key = async (name: string, field: string) => (await skillInInput(tx, name, `data.${field}`)).id
  const changed =
    changed_skills && (await Promise.all(changed_skills.map((name) => key(name, 'changed_skills'))))
  return {
    ...rest,
    ...(skill !== undefined && { skill: await key(skill, 'skill') }),
    ...(changed !== undefined && { changed_skills: [...new Set(changed)] }),
  }
}

/** What was wished for and did not come about is refused, and with it everything that did. */
function confirm(type: EventType, wish: Wish, event: Readonly<Record<string, unknown>> | undefined): void {
  if (event === undefined) {
    throw impossible('invite_id', `${type} has happened to this invite before; it happens once.`)
  }
  const details = Object.entries(wish).flatMap(([field, wanted]) =>
    wanted === undefined || JSON.stringify(wanted) === JSON.stringify(event[field])
      ? []
      : [
          {
            pointer: `/data/${field}`,
            code: 'impossible',
            message: contradiction(field, wanted, event[field]),
          },
        ],
  )
  const [first] = details
  if (first === undefined) return
  throw new ApiError('VALIDATION_FAILED', first.message, {
    param: first.pointer.slice(1).replace('/', '.'),
    details,
  })
}

function contradiction(field: string, wanted: unknown, found: unknown): string {
  return `${field} cannot be ${JSON.stringify(wanted)} here: it comes to ${JSON.stringify(found)}.`
}
