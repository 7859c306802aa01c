import { z } from 'zod'
import { alongside, duration, instant, instantInput } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

/** What falls due as time passes, by the noun whose `id` stands beside it. */
export const dueKinds = ['delivery', 'invite', 'key', 'key_secret', 'webhook_secret', 'tier'] as const

const due = once(() =>
  z.strictObject({
    at: instant(),
    kind: z
      .enum(dueKinds)
      .describe(
        '`delivery`: an attempt; `invite`, `key`: its expiry; `key_secret`, `webhook_secret`: the end of an outgoing ' +
          'secret; `tier`: a tier that decays.',
      ),
    id: z.string().describe('Of the delivery, invite, key or webhook; for a tier, of the user.'),
  }),
)

const clock = once(() =>
  z
    .strictObject({
      object: z.literal('clock'),
      now: instant().describe('What the sandbox takes for now.'),
      real_now: instant(),
      offset_seconds: z.int().describe('How far `now` is ahead of real time.'),
      frozen: z.boolean(),
      next: due().nullable().describe('What falls due next.'),
      happened: z
        .array(due())
        .describe('What this move made happen, in order; empty when the clock is read.'),
    })
    .meta({ id: 'Clock', title: 'Sandbox clock' }),
)

const moves = ['advance', 'set', 'freeze', 'resume', 'next'] as const
const century = 36_525 * 86_400

const move = once(() =>
  z
    .strictObject({
      advance: duration()
        .refine((seconds) => seconds <= century, { error: 'must be at most 36525d, a hundred years' })
        .optional()
        .describe('How far to go: seconds, or text such as `"6h"`.'),
      set: instantInput().optional().describe('Where to go: an instant that is not past.'),
      freeze: z.literal(true).optional().describe('Stand still at the present instant.'),
      resume: z.literal(true).optional().describe('Run on from the present instant.'),
      next: z.literal(true).optional().describe('Go to what falls due next.'),
    })
    .refine(isOneMove, { path: [], error: `must hold exactly one of ${moves.join(', ')}`, ...alongside }),
)

function isOneMove(body: { readonly [M in (typeof moves)[number]]?: unknown }): boolean {
  return moves.filter((name) => body[name] !== undefined).length === 1
}

/** The verbs of `sandbox` about time. */
export const sandboxClockRows = {
  clock: route({
    method: 'GET',
    path: '/v1/sandbox/clock',
    summary: 'Read the sandbox clock',
    access: ['sandbox:write'],
    responses: () => ({ 200: clock() }),
    errors: [],
    mode: 'sandbox',
    standalone: true,
    example: {},
  }),
  moveClock: route({
    method: 'POST',
    path: '/v1/sandbox/clock',
    summary: 'Move the sandbox clock',
    description:
      'Forward only. Everything that falls due on the way happens in order, each at its own instant, before the ' +
      'answer: retries, expiries, the end of secrets, the decay of tiers. A frozen clock stays frozen when moved.',
    access: ['sandbox:write'],
    body: move,
    responses: () => ({ 200: clock() }),
    errors: ['CLOCK_BACKWARD'],
    mode: 'sandbox',
    standalone: true,
    example: { body: { advance: '6h' } },
  }),
}
