import { PermissionError } from '../../sdk/errors.ts'
import type { Skillpass } from '../../sdk/index.ts'
import type { Output } from '../../contract/index.ts'
import { stepsOf } from '../../core/invite-history.ts'
import type { Step } from '../../core/invite-history.ts'
import type { Invite } from './invite-view.ts'

type Event = Output<'events', 'list'>['data'][number]
type Delivery = Output<'deliveries', 'list'>['data'][number]

/** A delivery with the address it goes to. */
export interface Sent extends Pick<
  Delivery,
  'id' | 'webhook_id' | 'status' | 'attempt_count' | 'last_outcome' | 'next_attempt_at' | 'completed_at'
> {
  /** null for a listener, and for an endpoint that is gone. */
  readonly url: string | null
}

/** A step with the event that told of it. */
export interface Told extends Step {
  /** null: there was none, it is past its 30 days, or the key may not read events. */
  readonly event: { readonly id: string; readonly type: string } | null
  /** Of the event, oldest first; null where the key may not read them. */
  readonly deliveries: readonly Sent[] | null
}

export interface Timeline {
  readonly steps: readonly Told[]
  /** Scopes without which it is not whole. */
  readonly lacking: readonly string[]
}

/** More than an invite can have: every step comes once, and the last of them is the end. */
const mostEvents = 25

/** Two requests, and one for every event. */
export async function timelineOf(client: Skillpass, invite: Invite): Promise<Timeline> {
  const [events, webhooks] = await Promise.all([
    allowed(client.events.list({ invite_id: invite.id, limit: mostEvents })),
    allowed(client.webhooks.list({ limit: 100 })),
  ])
  const urls = webhooks === null ? null : new Map(webhooks.data.map(({ id, url }) => [id, url]))
  const steps = stepsOf(invite, events?.data ?? [])
  const lacking = [
    ...(events === null ? ['events:read'] : []),
    ...(webhooks === null ? ['webhooks:read'] : []),
  ]
  return { steps: await Promise.all(steps.map((step) => told(client, step, urls))), lacking }
}

/** What a key may not read is unknown, not a failure. */
async function allowed<T>(request: PromiseLike<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof PermissionError) return null
    throw error
  }
}

type Urls = ReadonlyMap<string, string | null>

async function told(
  client: Skillpass,
  { at, step, event }: Step & { readonly event: Event | null },
  urls: Urls | null,
): Promise<Told> {
  if (event === null) return { at, step, event: null, deliveries: urls === null ? null : [] }
  const deliveries = urls === null ? null : await deliveriesOf(client, event.id, urls)
  return { at, step, event: { id: event.id, type: event.event }, deliveries }
}

async function deliveriesOf(client: Skillpass, event_id: string, urls: Urls): Promise<Sent[]> {
  const { data } = await client.deliveries.list({ event_id, limit: 100 })
  return data.toReversed().map((delivery) => {
    const { id, webhook_id, status, attempt_count, last_outcome, next_attempt_at, completed_at } = delivery
    const url = urls.get(webhook_id) ?? null
    return { id, webhook_id, url, status, attempt_count, last_outcome, next_attempt_at, completed_at }
  })
}
