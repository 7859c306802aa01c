import { eventNames, isEventType, type EventType } from './events.ts'

/** What a subscription names beside the event types: the tier changes with direction up, and nothing else. */
export const tierUpgraded = 'skill.tier_upgraded'

export type SubscribedType = EventType | typeof tierUpgraded

export type Expansion =
  | { readonly ok: true; readonly types: readonly SubscribedType[] }
  | { readonly ok: false; readonly unknown: readonly string[] }

/** Everything that a subscription may name: `*`, the families, the types and `skill.tier_upgraded`. */
export const subscriptionNames: readonly string[] = [
  '*',
  ...new Set(eventNames.map((type) => `${familyOf(type)}.*`)),
  ...eventNames,
  tierUpgraded,
]

/**
 * The types that the entries stand for, each once and in the order of the published list; or the entries that
 * stand for nothing. `skill.tier_upgraded` is left out where `skill.tier_changed` holds it already, so that no
 * event matches twice.
 */
export function expandSubscription(entries: readonly string[]): Expansion {
  const unknown = entries.filter((entry) => !subscriptionNames.includes(entry))
  if (unknown.length > 0) return { ok: false, unknown: [...new Set(unknown)] }
  const types: SubscribedType[] = eventNames.filter((type) => entries.some((entry) => covers(entry, type)))
  const upgradesOnly = entries.includes(tierUpgraded) && !types.includes('skill.tier_changed')
  return { ok: true, types: upgradesOnly ? [...types, tierUpgraded] : types }
}

function covers(entry: string, type: EventType): boolean {
  return isEventType(entry) ? entry === type : entry === '*' || entry === `${familyOf(type)}.*`
}

function familyOf(type: EventType): string {
  return type.slice(0, type.indexOf('.'))
}
