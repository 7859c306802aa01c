import type { Output } from '../../contract/index.ts'
import { Badge } from '../components/badge.tsx'
import { Json } from '../components/code.tsx'
import { Id } from '../components/id.tsx'

type Event = Output<'events', 'get'>

interface TriggeredParts {
  readonly events: readonly Event[]
  /** The type that was asked for; the others led to it or followed from it. */
  readonly asked: Event['event']
}

/** What happened, in its order. */
export function Triggered({ events, asked }: TriggeredParts) {
  return (
    <section class="stack" role="status" aria-label="Triggered events">
      <h3>{events.length === 1 ? '1 event happened' : `${events.length} events happened`}</h3>
      {events.map((event) => (
        <details key={event.id} class="triggered">
          <summary>
            <Badge tone={event.event === asked ? 'good' : 'plain'}>{event.event}</Badge> {aboutOf(event)}
          </summary>
          <div class="stack">
            <div class="row">
              <Id of={event.id} to={`/events/${event.id}`} />
              {linksOf(event).map(([id, path]) => (
                <Id key={id} of={id} to={path} />
              ))}
            </div>
            <Json label={event.event} value={event} />
          </div>
        </details>
      ))}
    </section>
  )
}

function aboutOf(event: Event): string {
  if ('candidate_email' in event) return event.candidate_email
  if ('webhook_id' in event) return event.webhook_id
  return event.user_id
}

/** The objects that it is about. */
function linksOf(event: Event): (readonly [id: string, path: string])[] {
  const parts: (readonly [string | null, string])[] = [
    ['invite_id' in event ? event.invite_id : null, '/invites'],
    ['user_id' in event ? event.user_id : null, '/passports'],
    ['webhook_id' in event ? event.webhook_id : null, '/webhooks'],
  ]
  return parts.flatMap(([id, place]) => (id === null ? [] : [[id, `${place}/${encodeURIComponent(id)}`]]))
}
