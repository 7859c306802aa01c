import type { Context } from '../context.ts'
import { note } from '../output.ts'
import type { ConnectionState, Skillpass } from '../../sdk/index.ts'
import { attemptJson, attemptLine } from './attempt.ts'
import type { Handled } from './attempt.ts'
import { receive } from './receive.ts'
import type { Registered } from './register.ts'

export interface Relaying {
  readonly context: Context
  readonly client: Skillpass
  readonly listener: Registered
  /** Registers it anew, after a reset took it away. */
  again(): Promise<Registered>
  readonly to: URL | null
  readonly signal: AbortSignal
  handled(handled: Handled): Promise<void>
}

/** Receives until the signal aborts, whatever happens to the service. */
export async function relay(relaying: Relaying): Promise<void> {
  const { context, client, to, signal, handled } = relaying
  let listener = relaying.listener
  const receiving = {
    client,
    to,
    signal,
    now: context.now,
    handled,
    unreported: ({ attempt }: Handled, error: Error) =>
      note(context, `${attempt.event_id}: its result was not taken, so it comes again. ${error.message}`),
    connection: (state: ConnectionState) => void connection(state, context),
  }
  for (;;) {
    const ended = await receive({ ...receiving, webhook: listener })
    if (ended === 'stopped') return
    const anew = await relaying.again()
    if (anew.id === listener.id) throw new Error(`Listener ${anew.id} exists, but its stream does not.`)
    listener = anew
    await note(context, `  The listener was deleted, so it was made anew. Its secret: ${anew.secret ?? ''}`)
  }
}

/** In a pipe too: a script has to know from when on it may go, and a log why nothing comes. */
async function connection(state: ConnectionState, { io, globals }: Context): Promise<void> {
  if (globals.quiet || globals.json) return
  const text = state.open ? 'Listening.' : `${state.error.message} Connecting again…`
  const { tty, paint } = io.stderr
  await io.err(tty ? `${paint.faint(`  ${text}`)}\n` : `${text}\n`).catch(() => {})
}

/** One line an attempt, the way the flags ask. */
export async function printAttempt(handled: Handled, { io, globals }: Context): Promise<void> {
  const quietly = globals.quiet ? handled.attempt.event_id : attemptLine(handled, io.stdout)
  await io.out(`${globals.json ? attemptJson(handled) : quietly}\n`)
}
