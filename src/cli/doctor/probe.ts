import type { Connection } from '../connection.ts'
import type { Context } from '../context.ts'
import type { Output } from '../../contract/index.ts'
import type { ResponseInfo } from '../../sdk/response.ts'

type Outcome<T> = { readonly value: T } | { readonly error: unknown }

/** What the service told, asked once for all the checks of it. */
export interface Probe {
  readonly connection: Connection
  readonly ready: Outcome<ResponseInfo>
  /** Null without a key. */
  readonly me: Outcome<{ readonly data: Output<'me', 'get'>; readonly response: ResponseInfo }> | null
  /** Null where there is none, or the key may not see it. */
  readonly sandboxClock: Output<'sandbox', 'clock'> | null
  /** Milliseconds since the epoch, on this side, in the middle of the question. */
  readonly askedAt: number
}

/** Short, and once: what needs patience is a finding too. */
const bounds = { timeout: 2_000, totalTimeout: 2_000, maxRetries: 0 }

/** @throws CliError when the address or the proxy to it is not known. */
export async function probe(context: Context): Promise<Probe> {
  const connection = await context.connection()
  const client = await context.client()
  const startedAt = context.now()
  const [ready, me] = await Promise.all([
    outcome(client.documents.ready(bounds).withResponse()),
    connection.apiKey === undefined ? null : outcome(client.me.get(bounds).withResponse()),
  ])
  const askedAt = (startedAt + context.now()) / 2
  const known = me !== null && 'value' in me ? me.value.data : null
  const seesClock = known?.mode === 'sandbox' && known.key.permissions.includes('sandbox:write')
  const clock = seesClock ? await outcome(client.sandbox.clock(bounds)) : null
  const sandboxClock = clock !== null && 'value' in clock ? clock.value : null
  return {
    connection,
    ready: 'value' in ready ? { value: ready.value.response } : ready,
    me,
    sandboxClock,
    askedAt,
  }
}

async function outcome<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work }
  } catch (error) {
    return { error }
  }
}
