import { basename, dirname } from 'node:path'
import type { Context } from '../context.ts'
import { UsageError } from '../failure.ts'
import type { Sandbox } from '../../sandbox.ts'
import { printAttempt, relay } from '../listener/relay.ts'
import { register, settleMissed } from '../listener/register.ts'

export interface ForwardWish {
  readonly forwardTo: URL | undefined
  readonly events: readonly (readonly string[])[]
}

export interface Forwarding {
  readonly to: URL
  readonly secret: string | null
  /** Until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
}

/** A listener of the sandbox in its own process: the same thing as `webhook listen` beside it. */
export async function prepareForwarding(
  { url, apiKey, dataDir }: Sandbox,
  { forwardTo, events }: ForwardWish,
  context: Context,
): Promise<Forwarding | null> {
  if (forwardTo === undefined) return null
  const [{ Skillpass }, { nodeFetch }] = await Promise.all([
    import('../../sdk/client.ts'),
    import('../fetch.ts'),
  ])
  const client = new Skillpass({ apiKey, baseUrl: url, fetch: nodeFetch, userAgent: 'skillpass-cli' })
  const again = () => register(client, nameOf(dataDir), events.flat())
  const listener = await again()
  await settleMissed(client, listener, 'deliver')
  const isSilent = context.globals.json || context.globals.quiet
  const handled = isSilent
    ? async () => {}
    : (one: Parameters<typeof printAttempt>[0]) => printAttempt(one, context)
  return {
    to: forwardTo,
    secret: listener.secret,
    run: (signal) => relay({ context, client, listener, again, to: forwardTo, signal, handled }),
  }
}

/** Without an address there is nothing to choose events for. */
export function checkForwarding({ forwardTo, events }: ForwardWish): void {
  if (forwardTo === undefined && events.length > 0) throw new UsageError('--events belongs to --forward-to.')
}

/** The same over restarts of one data folder. */
function nameOf(dataDir: string | null): string {
  return dataDir === null ? 'dev' : `dev ${basename(dirname(dataDir))}`.trim().slice(0, 100)
}
