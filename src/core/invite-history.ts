import type { Output } from '../contract/index.ts'

type Invite = Output<'invites', 'get'>
type Event = Output<'events', 'list'>['data'][number]

/** Something that happened to an invite. */
export interface Step {
  readonly at: string
  readonly step: string
}

const stepNames: ReadonlyMap<string, string> = new Map([
  ['invite.created', 'created'],
  ['invite.accepted', 'accepted'],
  ['assessment.started', 'started'],
  ['assessment.completed', 'completed'],
  ['invite.declined', 'declined'],
  ['invite.cancelled', 'cancelled'],
  ['invite.expired', 'expired'],
])

/** In order: what the invite tells, each step with its event, and what only an event tells. */
export function stepsOf(
  invite: Invite,
  events: readonly Event[],
): (Step & { readonly event: Event | null })[] {
  const known = stepsTold(invite).map((step) => ({
    ...step,
    event: events.find(({ event }) => stepNames.get(event) === step.step) ?? null,
  }))
  const used = new Set(known.map(({ event }) => event?.id))
  const others = events
    .filter(({ id }) => !used.has(id))
    .map((event) => ({ at: event.occurred_at, step: stepNames.get(event.event) ?? event.event, event }))
  return [...known, ...others].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** In the order in which steps of one instant were taken. */
function stepsTold(invite: Invite): Step[] {
  const { created_at, delivery, accepted_at, started_at, completed_at, closed_at, status } = invite
  const all: [string | null, string][] = [
    [created_at, 'created'],
    [delivery.sent_at, 'mailed'],
    [accepted_at, 'accepted'],
    [started_at, 'started'],
    [completed_at, 'completed'],
    [status === 'completed' ? null : closed_at, status],
  ]
  return all.flatMap(([at, step]) => (at === null ? [] : [{ at, step }]))
}
