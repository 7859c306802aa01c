import { z } from 'zod'
import { alongside, instantInput, text, whole } from './formats.ts'
import { once } from './lazy.ts'
import { acknowledgements, webhookKinds } from './webhook.ts'

/** What callers send to make, change, rotate and replay a webhook. */

/** The address rules have error codes of their own: only the operation applies them. */
const url = once(() => text(2048).meta({ format: 'uri' }))
const ack = once(() =>
  z.enum(acknowledgements).describe('Which answers acknowledge a delivery: `200` alone, or `2xx`.'),
)
const description = once(() => text(500).nullable().optional().describe('A note of your own.'))

/** Event types as subscriptions write them; an unknown one has an error code of its own. */
const subscription = once(() => z.array(text(64)).min(1).max(100))

interface Kind {
  readonly kind?: unknown
  readonly url?: unknown
  readonly name?: unknown
}

/** A new endpoint, or the listener of a name. */
export const webhookDraft = once(() =>
  z
    .strictObject({
      url: url().optional().describe('http or https, without credentials. Required, but for a listener.'),
      description: description(),
      events: subscription()
        .default(['*'])
        .describe('Types, families such as `invite.*`, `skill.tier_upgraded`, or `*` for all of them.'),
      ack: ack().default('200'),
      kind: z
        .enum(webhookKinds)
        .default('http')
        .describe(
          '`http`: sent to `url`. `listener`: handed to the one who reads the stream of the webhook.',
        ),
      name: text(100).optional().describe('Required for a listener, and unique among listeners.'),
    })
    .refine(({ kind, url: given }: Kind) => kind !== 'http' || given !== undefined, {
      path: ['url'],
      error: 'is required unless kind is listener',
      ...alongside,
    })
    .refine(({ kind, url: given }: Kind) => kind !== 'listener' || given === undefined, {
      path: ['url'],
      error: 'cannot stand beside kind listener: deliveries go to the stream of the webhook',
      ...alongside,
    })
    .refine(({ kind, name }: Kind) => kind !== 'listener' || name !== undefined, {
      path: ['name'],
      error: 'is required for a listener',
      ...alongside,
    }),
)

/** What of an endpoint can change. */
export const webhookChanges = once(() =>
  z.strictObject({
    url: url().optional().describe('http or https, without credentials. A listener has none.'),
    description: description(),
    events: subscription().optional().describe('Replaces the whole list.'),
    ack: ack().optional(),
  }),
)

/** How long the outgoing secret still signs. */
export const secretRotation = once(() =>
  z.strictObject({
    overlap_seconds: whole(0, 2_592_000)
      .default(86_400)
      .describe('How long the old secret still signs, 0 to 2,592,000 seconds (30 days). Default: one day.'),
  }),
)

interface Span {
  readonly since?: unknown
  readonly until?: unknown
}

function inOrder({ since, until }: Span): boolean {
  return typeof since !== 'string' || typeof until !== 'string' || since <= until
}

/** Which events are sent again. */
export const replayDraft = once(() =>
  z
    .strictObject({
      since: instantInput().describe('Events created at or after this instant.'),
      until: instantInput().optional().describe('Events created before this instant. Default: now.'),
      types: subscription()
        .optional()
        .describe('Written as in `events` of the webhook. Default: what the webhook subscribes to.'),
      status: z
        .enum(['failed', 'all'])
        .default('failed')
        .describe(
          '`failed`: events of which no delivery to this webhook succeeded or is on its way. `all`: every event.',
        ),
    })
    .refine(inOrder, { path: ['until'], error: 'must not be earlier than since', ...alongside }),
)
