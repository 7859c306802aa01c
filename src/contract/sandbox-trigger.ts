import { z } from 'zod'
import { event, eventNames, eventPayloads, isEventType } from './events.ts'
import {
  alongside,
  email,
  instantInput,
  number,
  reference,
  skillName,
  text,
  tier,
  tierLabel,
  whole,
} from './formats.ts'
import { inviteStatuses } from './invite.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

/** Every field that some event has, as callers write it. */
const fields = once(() => ({
  invite_id: reference(),
  result_id: reference(),
  webhook_id: reference(),
  user_id: reference(),
  candidate_email: email(),
  skill: skillName(),
  status: z.enum(inviteStatuses),
  due_at: instantInput(),
  score: number(0, 1_000_000),
  max_score: number(0.01, 1_000_000),
  percent: number(0, 100),
  passed: z.boolean(),
  verified: z.boolean(),
  changed_skills: z.array(skillName()).min(1).max(100),
  new_tier: tier(),
  new_tier_label: tierLabel(),
  previous_tier: tier(),
  previous_tier_label: tierLabel(),
  direction: z.enum(['up', 'down']),
  sci: whole(0, 100),
  reason: text(500),
}))

interface Wish {
  readonly event?: unknown
  readonly data?: unknown
}

const trigger = once(() =>
  z
    .strictObject({
      event: z.enum(eventNames),
      data: z
        .strictObject(fields())
        .partial()
        .optional()
        .describe(
          'Fields that the event shall have; the service chooses the rest. Only fields of this event type.',
        ),
    })
    .superRefine((wish, { addIssue }) => {
      for (const name of foreignFields(wish)) {
        addIssue({ code: 'custom', path: ['data', name], message: `is no field of ${wish.event}` })
      }
    }, alongside),
)

function foreignFields({ event: type, data }: Wish): string[] {
  if (typeof type !== 'string' || !isEventType(type) || typeof data !== 'object' || data === null) return []
  const known = eventPayloads[type]()
  return Object.keys(data).filter((name) => !Object.hasOwn(known, name))
}

const triggered = once(() =>
  z
    .strictObject({
      object: z.literal('trigger'),
      events: z.array(event()).describe('What happened, in order; the event asked for is among them.'),
    })
    .meta({ id: 'Trigger', title: 'Triggered events' }),
)

/** The verbs of `sandbox` that make something happen. */
export const sandboxTriggerRows = {
  trigger: route({
    method: 'POST',
    path: '/v1/sandbox/trigger',
    summary: 'Make an event happen',
    description:
      'Brings about what the event tells, with real invites, results and users, and answers every event of it. ' +
      '`data` names the objects and values it shall be about; a field that the event does not have is refused.',
    access: ['sandbox:write'],
    body: trigger,
    responses: () => ({ 200: triggered() }),
    errors: [
      'INVITE_NOT_FOUND',
      'RESULT_NOT_FOUND',
      'USER_NOT_FOUND',
      'WEBHOOK_NOT_FOUND',
      'SKILL_UNKNOWN',
      'USER_ERASED',
      'INVITE_NOT_OPEN',
      'INVITE_EXPIRED',
      'INVITE_CANCELLED',
      'INVITE_DECLINED',
      'INVITE_COMPLETED',
      'ASSESSMENT_NOT_STARTED',
      'ASSESSMENT_IN_PROGRESS',
      'ASSESSMENT_ALREADY_SUBMITTED',
      'WEBHOOK_DISABLED',
    ],
    mode: 'sandbox',
    settles: 'invites',
    example: { body: { event: 'assessment.completed', data: { skill: 'react', score: 86 } } },
  }),
}
