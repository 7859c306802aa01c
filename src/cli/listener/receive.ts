import {
  AbortedError,
  AuthenticationError,
  NotFoundError,
  PermissionError,
  SkillpassError,
} from '../../sdk/errors.ts'
import type { ConnectionState, Skillpass } from '../../sdk/index.ts'
import type { Attempt, Handled } from './attempt.ts'
import { forward, usualLimits } from './forward.ts'
import type { Answer } from './forward.ts'

export interface Receiving {
  readonly client: Skillpass
  readonly webhook: { readonly id: string; readonly ack: '200' | '2xx' }
  /** Where attempts go; null: they are acknowledged here. */
  readonly to: URL | null
  /** Milliseconds since the epoch. */
  now(): number
  readonly signal: AbortSignal
  /** After the service knows how the attempt ended, in the order in which they end. */
  handled(handled: Handled): Promise<void>
  /** The service could not be told: it tries again by its schedule. */
  unreported(handled: Handled, error: Error): Promise<void>
  connection?(state: ConnectionState): void
}

/** What still runs when the end is asked for gets this long. */
const graceMs = 1_000

/**
 * Takes the attempts of a listener until the signal aborts, each on its own; those under way are finished first.
 * @returns `gone` when the listener does not exist any more, as after a reset
 */
export async function receive(receiving: Receiving): Promise<'stopped' | 'gone'> {
  const { client, webhook, signal } = receiving
  const end = new AbortController()
  const cut = new AbortController()
  const stop = () => end.abort()
  signal.addEventListener('abort', stop, { once: true })
  const running = new Set<Promise<void>>()
  let failure: { readonly cause: unknown } | null = null
  const take = (attempt: Attempt) => {
    const work = handle(attempt, receiving, cut.signal)
      .catch((cause: unknown) => {
        failure ??= { cause }
        stop()
      })
      .finally(() => running.delete(work))
    running.add(work)
  }
  try {
    if (signal.aborted) return 'stopped'
    const options = { signal: end.signal, onConnection: receiving.connection }
    for await (const { data } of client.webhooks.stream({ id: webhook.id }, options)) take(data)
  } catch (error) {
    if (error instanceof NotFoundError) return 'gone'
    if (!(error instanceof AbortedError)) throw error
  } finally {
    signal.removeEventListener('abort', stop)
    const timer = setTimeout(() => cut.abort(), graceMs)
    await Promise.all(running)
    clearTimeout(timer)
  }
  rethrow(failure)
  return 'stopped'
}

function rethrow(failure: { readonly cause: unknown } | null): void {
  if (failure !== null) throw failure.cause
}

async function handle(attempt: Attempt, receiving: Receiving, cut: AbortSignal): Promise<void> {
  const { client, webhook, to, now } = receiving
  const answer =
    to === null ? received : await forward(attempt, { to, now, limits: usualLimits, signal: cut })
  // Cut short by our own end: the service tries again.
  if (cut.aborted) return
  const handled: Handled = {
    at: new Date(now()).toISOString(),
    attempt,
    url: to === null ? null : to.href,
    answer,
    acknowledged: acknowledges(answer, webhook.ack),
  }
  try {
    await client.webhooks.results(resultOf(webhook.id, attempt, answer))
  } catch (error) {
    if (!isPassing(error)) throw error
    return receiving.unreported(handled, error)
  }
  await receiving.handled(handled)
}

/** A service that restarts, or refuses this one result, is no reason to stop listening; a key that no longer works is. */
function isPassing(error: unknown): error is SkillpassError {
  const isRefusedKey = error instanceof AuthenticationError || error instanceof PermissionError
  return error instanceof SkillpassError && !isRefusedKey
}

const received: Answer = { status: 200, error: null, reason: null, headers: {}, body: '', durationMs: 0 }

function acknowledges({ status }: Answer, ack: '200' | '2xx'): boolean {
  return status === 200 || (ack === '2xx' && status !== null && status >= 200 && status < 300)
}

function resultOf(id: string, { delivery_id, attempt }: Attempt, answer: Answer) {
  const { status, error, headers, body, durationMs } = answer
  return { id, delivery_id, attempt, status, error, headers, body, duration_ms: durationMs }
}
