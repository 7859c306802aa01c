import { z } from 'zod'
import { id, instant, instantInput, list, mode, page, reference, tier, tierLabel } from './formats.ts'
import { inviteStatuses } from './invite.ts'
import { once } from './lazy.ts'
import type { Frozen } from './route.ts'
import { route } from './route.ts'

const inviteFields = once(() => ({
  invite_id: id('inv'),
  status: z.enum(inviteStatuses),
  candidate_email: z.string(),
  user_id: z.string().nullable(),
  skill: z.string(),
}))

/** What each type tells beside the fields that every event has. */
export const eventPayloads = {
  'invite.created': inviteFields,
  'invite.accepted': inviteFields,
  'invite.declined': inviteFields,
  'invite.cancelled': inviteFields,
  'invite.expired': inviteFields,
  'assessment.started': once(() => ({
    ...inviteFields(),
    due_at: instant().nullable().describe('End of the time limit; null without one.'),
  })),
  'assessment.completed': once(() => ({
    invite_id: id('inv'),
    result_id: id('res'),
    user_id: z.string(),
    skill: z.string(),
    score: z.number(),
    max_score: z.number(),
    percent: z.number(),
    passed: z.boolean(),
  })),
  'passport.updated': once(() => ({
    user_id: z.string(),
    verified: z.boolean(),
    changed_skills: z.array(z.string()).describe('Keys of the skills whose evidence changed.'),
  })),
  'skill.tier_changed': once(() => ({
    user_id: z.string(),
    skill: z.string(),
    new_tier: tier(),
    new_tier_label: tierLabel(),
    previous_tier: tier(),
    previous_tier_label: tierLabel(),
    direction: z.enum(['up', 'down']),
    sci: z.int().describe('0 to 100.'),
    reason: z.string().describe('What changed the score.'),
  })),
  'webhook.test': once(() => ({ webhook_id: z.string() })),
}

type Payloads = typeof eventPayloads

export type EventType = keyof Payloads

/** The fields of one event type, without those that every event has. */
export type EventPayload<T extends EventType> = {
  readonly [F in keyof ReturnType<Payloads[T]>]: ReturnType<Payloads[T]>[F] extends z.ZodType
    ? Frozen<z.output<ReturnType<Payloads[T]>[F]>>
    : never
}

export const eventNames = Object.keys(eventPayloads).filter(isEventType)

export function isEventType(name: string): name is EventType {
  return Object.hasOwn(eventPayloads, name)
}

/** One event, whole and flat: the same body in the API, in streams and in deliveries. */
function eventOf<T extends EventType>(type: T) {
  return once(() =>
    z
      .strictObject({
        id: id('evt'),
        event: z.literal(type),
        created_at: instant(),
        occurred_at: instant().describe(
          'When it happened; an expiry happens at `expires_at`, however late it is noticed.',
        ),
        sequence: z.int().describe('Grows with every event of the server: puts events in order.'),
        api_version: z.literal('v1'),
        mode: mode(),
        ...eventPayloads[type](),
      })
      .meta({ id: componentOf(type), title: type }),
  )
}

/** `invite.created` → `InviteCreatedEvent`. */
function componentOf(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Event`
}

/** Every event type; calling it gives the schema of its body. */
export const eventTypes = {
  'invite.created': eventOf('invite.created'),
  'invite.accepted': eventOf('invite.accepted'),
  'invite.declined': eventOf('invite.declined'),
  'invite.cancelled': eventOf('invite.cancelled'),
  'invite.expired': eventOf('invite.expired'),
  'assessment.started': eventOf('assessment.started'),
  'assessment.completed': eventOf('assessment.completed'),
  'passport.updated': eventOf('passport.updated'),
  'skill.tier_changed': eventOf('skill.tier_changed'),
  'webhook.test': eventOf('webhook.test'),
} as const satisfies { readonly [T in EventType]: () => z.ZodType }

export const event = once(() =>
  z
    .discriminatedUnion('event', [
      eventTypes['invite.created'](),
      eventTypes['invite.accepted'](),
      eventTypes['invite.declined'](),
      eventTypes['invite.cancelled'](),
      eventTypes['invite.expired'](),
      eventTypes['assessment.started'](),
      eventTypes['assessment.completed'](),
      eventTypes['passport.updated'](),
      eventTypes['skill.tier_changed'](),
      eventTypes['webhook.test'](),
    ])
    .meta({ id: 'Event', title: 'Event', discriminator: { propertyName: 'event', mapping: mapping() } }),
)

function mapping(): Record<string, string> {
  return Object.fromEntries(eventNames.map((type) => [type, `#/components/schemas/${componentOf(type)}`]))
}

/** Which events a list or a stream shows. */
export const eventFilters = once(() => ({
  type: z.enum(eventNames).optional(),
  user_id: reference().optional(),
  invite_id: reference().optional(),
}))

export const events = {
  list: route({
    method: 'GET',
    path: '/v1/events',
    summary: 'List events',
    description: 'Newest first; kept for 30 days.',
    access: ['events:read'],
    query: () =>
      z.strictObject({
        ...eventFilters(),
        since: instantInput().optional().describe('Events created at or after this instant.'),
        ...page(),
      }),
    responses: () => ({ 200: list(event()) }),
    errors: [],
    settles: 'invites',
    example: { query: { type: 'invite.created' } },
  }),
  get: route({
    method: 'GET',
    path: '/v1/events/{id}',
    summary: 'Get an event',
    access: ['events:read'],
    params: () => z.strictObject({ id: reference().describe('Id of the event.') }),
    responses: () => ({ 200: event() }),
    errors: ['EVENT_NOT_FOUND', 'EVENT_EXPIRED'],
    example: { params: { id: 'evt_01j0000000000000000000000a' } },
  }),
}
