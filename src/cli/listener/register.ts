import type { Output } from '../../contract/index.ts'
import type { Skillpass } from '../../sdk/index.ts'

export type Registered = Output<'webhooks', 'create'>

/** The listener of a name with these subscriptions: made when there is none, its secret stays the same. */
export async function register(
  client: Skillpass,
  name: string,
  events: readonly string[],
): Promise<Registered> {
  const wanted = events.length === 0 ? ['*'] : [...events]
  const listener = await client.webhooks.create({ kind: 'listener', name, events: wanted })
  if (sameSet(listener.events, wanted)) return listener
  return { ...listener, ...(await client.webhooks.update({ id: listener.id, events: wanted })) }
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}

/** What happened while nobody listened is delivered, or given up for good. */
export async function settleMissed(
  client: Skillpass,
  { id, status, stats }: Registered,
  missed: 'deliver' | 'skip',
): Promise<void> {
  if (missed === 'skip' && stats.pending > 0 && status === 'enabled') await client.webhooks.disable({ id })
  else if (status === 'enabled') return
  await client.webhooks.enable({ id, held: missed === 'skip' ? 'skip' : 'send' })
}

/** The same for the same person on the same machine. */
export async function usualName(): Promise<string> {
  const { hostname, userInfo } = await import('node:os')
  return `${userName(userInfo)}@${hostname()}`.slice(0, 100)
}

/** A user id without a name, as in many containers, makes the system call fail. */
function userName(userInfo: () => { readonly username: string }): string {
  try {
    return userInfo().username
  } catch {
    return 'user'
  }
}
