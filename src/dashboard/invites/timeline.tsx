import { stepsOf } from '../../core/invite-history.ts'
import { client } from '../client.ts'
import { Card } from '../components/card.tsx'
import { Link } from '../components/link.tsx'
import { Time } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { exactTime } from '../format.ts'
import { useLoad } from '../use-load.ts'
import type { Invite } from './invite-status.ts'

/** More than an invite can have: every step comes once, and the last of them is the end. */
const mostEvents = 25

/** All that happened to it, in order, each step with the event that told of it. */
export function Timeline({ invite }: { readonly invite: Invite }) {
  const events = useLoad(
    `events ${invite.id}`,
    async (signal) => await client.events.list({ invite_id: invite.id, limit: mostEvents }, { signal }),
    { live: ['invite.*', 'assessment.*'] },
  )
  return (
    <Card title="Timeline">
      <WhenLoaded of={events} lines={4}>
        {({ data }) => (
          <ol class="timeline">
            {stepsOf(invite, data).map(({ at, step, event }) => (
              <li key={event?.id ?? step} class={`step-${step}`}>
                <strong>{step.replaceAll('_', ' ')}</strong> <Time at={at} />
                <span class="hint">{exactTime(at)}</span>
                {event !== null && (
                  <Link to={`/events/${event.id}`} title={event.id}>
                    <code>{event.event}</code>
                  </Link>
                )}
              </li>
            ))}
          </ol>
        )}
      </WhenLoaded>
    </Card>
  )
}
