import type { LiveEvent } from '../live.ts'

export type EventType = LiveEvent['event']

/** When each of them happens. */
export const eventTypes: Readonly<Record<EventType, string>> = {
  'invite.created': 'An invite was sent.',
  'invite.accepted': 'The candidate accepted.',
  'invite.declined': 'The candidate declined.',
  'invite.cancelled': 'The invite was withdrawn.',
  'invite.expired': 'The invite ran out.',
  'assessment.started': 'The candidate began.',
  'assessment.completed': 'The score can be read.',
  'passport.updated': 'The evidence of a passport changed.',
  'skill.tier_changed': 'A skill rose or fell by a tier.',
  'webhook.test': 'Somebody sent a test.',
}

export const eventNames = Object.keys(eventTypes).filter(isEventType)

export function isEventType(name: string): name is EventType {
  return Object.hasOwn(eventTypes, name)
}

export interface Choice {
  readonly name: string
  readonly text: string
}

export interface Family {
  readonly name: string
  readonly text: string
  readonly members: readonly Choice[]
}

/** What a subscription can name beside `*`, under the families that hold it. */
export const families: readonly Family[] = [
  familyOf('invite', 'Everything about invites'),
  familyOf('assessment', 'Everything about assessments'),
  familyOf('passport', 'Everything about passports'),
  familyOf('skill', 'Everything about skills', [
    { name: 'skill.tier_upgraded', text: 'A skill rose by a tier; falls are left out.' },
  ]),
  familyOf('webhook', 'Tests'),
]

function familyOf(family: string, text: string, more: readonly Choice[] = []): Family {
  const members = eventNames
    .filter((name) => name.startsWith(`${family}.`))
    .map((name) => ({ name, text: eventTypes[name] }))
  return { name: `${family}.*`, text, members: [...members, ...more] }
}
