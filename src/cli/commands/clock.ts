import type { Context } from '../context.ts'
import { arg, duration, instant } from '../flags.ts'
import { show } from '../output.ts'
import { spin } from '../spinner.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import type { Request } from '../../contract/index.ts'
import { idempotencyKey, once } from './common.ts'
import { clockCard } from './clock-view.ts'

const read = verb({
  name: 'show',
  summary: 'show the clock of the sandbox',
  examples: [
    ['skillpass clock show', 'what time it takes for now, and what falls due next'],
    ['skillpass clock show --json | jq -r .next.at', 'when that is'],
  ],
  run: async (_, context) => {
    const client = await context.client()
    await show(context, await client.sandbox.clock(), clockCard)
  },
})

type Move = Request<'sandbox', 'moveClock'>

async function move(
  wish: Move,
  input: { readonly idempotencyKey: string | undefined },
  context: Context,
): Promise<void> {
  const client = await context.client()
  const work = () => client.sandbox.moveClock(wish, once(input))
  await show(context, await spin(context, 'Letting time pass', work), clockCard)
}

const advance = verb({
  name: 'advance',
  summary: 'let time pass',
  about: 'What falls due on the way happens in order, each at its own instant: retries, expiries, decay.',
  args: { by: arg(duration('DURATION'), 'how long: 90s, 15m, 36h, 7d') },
  flags: { idempotencyKey },
  examples: [
    ['skillpass clock advance 72h', 'every retry of a failing webhook'],
    ['skillpass clock advance 8d', 'invites of a week expire'],
  ],
  run: async (input, context) => move({ advance: input.by }, input, context),
})

const set = verb({
  name: 'set',
  summary: 'go to an instant ahead',
  args: { at: arg(instant('WHEN'), 'an instant or a date; only forward') },
  flags: { idempotencyKey },
  examples: [
    ['skillpass clock set 2030-01-01', 'the first moment of that year'],
    ['skillpass clock set 2030-12-24T18:00:00Z', 'a Christmas Eve'],
  ],
  run: async (input, context) => move({ set: input.at }, input, context),
})

const freeze = verb({
  name: 'freeze',
  summary: 'let the clock stand still',
  flags: { idempotencyKey },
  examples: [
    ['skillpass clock freeze', 'until "clock resume"'],
    ['skillpass clock freeze && skillpass clock advance 5s', 'step by step'],
  ],
  run: async (input, context) => move({ freeze: true }, input, context),
})

const resume = verb({
  name: 'resume',
  summary: 'let the clock run on',
  flags: { idempotencyKey },
  examples: [
    ['skillpass clock resume', 'from where it stands'],
    ['skillpass reset', 'back to real time, with everything else'],
  ],
  run: async (input, context) => move({ resume: true }, input, context),
})

const next = verb({
  name: 'next',
  summary: 'go to what falls due next',
  flags: { idempotencyKey },
  examples: [
    ['skillpass clock next', 'one retry, one expiry'],
    ['skillpass clock next --json | jq .happened', 'what it was'],
  ],
  run: async (input, context) => move({ next: true }, input, context),
})

export const clock: Noun = {
  name: 'clock',
  summary: 'move the time of the sandbox',
  verbs: [read, advance, set, freeze, resume, next],
}
