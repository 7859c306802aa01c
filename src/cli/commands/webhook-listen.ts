import { card } from '../card.ts'
import type { Context } from '../context.ts'
import { CliError, exit, Interrupted } from '../failure.ts'
import { flag, many, oneOf, text, toggle } from '../flags.ts'
import { expectation, Expectations } from '../listener/expectations.ts'
import { register, settleMissed, usualName } from '../listener/register.ts'
import type { Registered } from '../listener/register.ts'
import { printAttempt, relay } from '../listener/relay.ts'
import { eventTypes, localAddress } from '../listener/target.ts'
import { note } from '../output.ts'
import { stopSignal } from '../stop-signal.ts'
import { verb } from '../verb.ts'

const ci = { group: 'For scripts' }

export const listen = verb({
  name: 'listen',
  summary: 'receive events on this machine',
  about:
    'Forwards them to a local address, byte for byte, and prints one line an attempt. A listener is known by its ' +
    'name: its secret stays the same, and what happens while it is away arrives when it returns. What fails is ' +
    'tried again on the schedule of every webhook.',
  flags: {
    forwardTo: flag(localAddress, 'where to forward (default: acknowledge here)'),
    events: many(eventTypes, 'types, families such as invite.*, by comma (default all)'),
    name: flag(text('NAME'), 'which listener (default user@machine)'),
    missed: flag(oneOf('WHAT', ['deliver', 'skip']), 'what happened meanwhile (default: ask, or deliver)'),
    printSecret: toggle('print its secret alone, and end', ci),
    expect: many(expectation, 'end with 0 once so many were acknowledged; with --timeout, else 8', ci),
  },
  examples: [
    ['skillpass webhook listen --forward-to localhost:3000/webhook', 'to your own server'],
    ['skillpass webhook listen --expect assessment.completed:2 --timeout 20s --json', 'in CI'],
    ['skillpass webhook listen --name ci --print-secret', 'makes it, for your server to check with'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const name = input.name ?? (await usualName())
    const again = () => register(client, name, input.events.flat())
    const listener = await again()
    if (input.printSecret) return context.io.out(`${listener.secret ?? ''}\n`)
    await settleMissed(client, listener, input.missed ?? (await choice(listener, context)))
    await note(context, screen(listener, input.forwardTo, context))
    const expectations = new Expectations(input.expect)
    const stop = stopSignal(context)
    const end = new AbortController()
    const ending = endOf(stop.asked, context, end)
    try {
      await relay({
        context,
        client,
        listener,
        again,
        to: input.forwardTo ?? null,
        signal: end.signal,
        handled: async (one) => {
          await printAttempt(one, context)
          if (one.acknowledged) expectations.add(one.attempt.event_type, one.attempt.event_id)
          if (expectations.met) end.abort()
        },
      })
    } finally {
      stop.release()
      ending.release()
    }
    conclude(expectations, ending.reason(), context)
  },
})

type Reason = 'timeout' | NodeJS.Signals

/** The first of a signal and the time that was given. */
function endOf(asked: Promise<NodeJS.Signals>, { globals }: Context, end: AbortController) {
  let reason: Reason | null = null
  const finish = (why: Reason) => {
    if (end.signal.aborted) return
    reason = why
    end.abort()
  }
  void asked.then(finish)
  const ms = globals.timeout === undefined ? null : globals.timeout * 1_000
  const timer = ms === null ? undefined : setTimeout(() => finish('timeout'), ms)
  return { reason: (): Reason | null => reason, release: () => clearTimeout(timer) }
}

function conclude(expectations: Expectations, reason: Reason | null, { globals }: Context): void {
  if (expectations.met || reason === null) return
  if (reason !== 'timeout') throw new Interrupted(reason)
  if (expectations.none) return
  const missing = expectations.missing.join(', ')
  throw new CliError(
    exit.condition,
    'EXPECTATION_NOT_MET',
    `Not met after ${globals.timeout ?? 0} s: ${missing}.`,
  )
}

/** Only a person can be asked; everybody else gets everything. */
async function choice({ stats }: Registered, { prompts, globals }: Context): Promise<'deliver' | 'skip'> {
  const silent = globals.json || globals.quiet || globals.yes
  if (stats.pending === 0 || silent || prompts === null) return 'deliver'
  const what = stats.pending === 1 ? '1 delivery has' : `${stats.pending} deliveries have`
  return (await prompts.confirm(`${what} waited for this listener. Skip what was missed?`))
    ? 'skip'
    : 'deliver'
}

function screen(listener: Registered, to: URL | undefined, { io }: Context): string {
  const facts = card(
    [
      ['Listener', `${listener.name ?? ''}  ${listener.id}`],
      ['Events', listener.events.join(' ')],
      ['Forwards to', to === undefined ? 'nowhere: acknowledged here' : to.href],
      ['Secret', listener.secret],
    ],
    io.stderr,
  )
  return `\n${facts}\n\n  Ctrl-C stops it. What happens meanwhile arrives when it is back.\n`
}
