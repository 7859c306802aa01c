import { Connections } from './connections.ts'
import { exchange } from './exchange.ts'
import { outcomeOf, unresolved } from './outcome.ts'
import type { Ack, Outcome } from './outcome.ts'
import type { Target } from './target.ts'

export type { Ack, Outcome } from './outcome.ts'

export interface Attempt {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The bytes that were signed. */
  readonly body: string
  readonly ack: Ack
}

export interface HttpSenderParts {
  /** Where a URL may be delivered to: `resolveTarget` with its policy. */
  resolve(url: string): Promise<Target>
  /** Real time, milliseconds. */
  realNow(): number
  /** Name look-up and connection. */
  readonly connectTimeoutMs?: number
  /** The whole attempt. */
  readonly totalTimeoutMs?: number
  /** Certificates to trust instead of the system's, PEM. */
  readonly ca?: string
}

export interface HttpSender {
  /** One attempt. Never rejects: whatever goes wrong is its outcome. */
  send(attempt: Attempt): Promise<Outcome & { readonly durationMs: number }>
  /** Closes what is kept open; an attempt under way ends as `reset`. */
  close(): Promise<void>
}

const keptOrigins = 256

export function createHttpSender(parts: HttpSenderParts): HttpSender {
  const { connectTimeoutMs = 5_000, totalTimeoutMs = 15_000, ca } = parts
  const options = { limit: keptOrigins, connectTimeoutMs, ...(ca !== undefined && { ca }) }
  let opened: Promise<Connections> | null = null

  const attemptOnce = async (attempt: Attempt, connections: Connections): Promise<Outcome> => {
    const started = performance.now()
    const target = await within(connectTimeoutMs, parts.resolve(attempt.url))
    if (!target.ok) return unresolved(target)
    const { url, addresses } = target
    const spent = performance.now() - started
    const patience = { connectMs: connectTimeoutMs - spent, totalMs: totalTimeoutMs - spent }
    const exchanged = await exchange(connections.to(url, addresses), { ...attempt, url }, patience)
    return outcomeOf(exchanged, { url, ack: attempt.ack, nowMs: parts.realNow() })
  }

  return {
    async send(attempt) {
      // Before the watch starts: loading undici is not the receiver's time.
      const connections = await (opened ??= Connections.open(options))
      const started = performance.now()
      const outcome = await attemptOnce(attempt, connections).catch(unexpected)
      return { ...outcome, durationMs: Math.round(performance.now() - started) }
    },
    async close() {
      const connections = await opened
      opened = null
      await connections?.close()
    },
  }
}

/** A name server that does not answer counts as one that knows nothing. */
async function within(limitMs: number, target: Promise<Target>): Promise<Target> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Target>((resolve) => {
    timer = setTimeout(resolve, limitMs, {
      ok: false,
      outcome: 'dns',
      hint: 'The name was not resolved in time.',
    } satisfies Target)
  })
  return await Promise.race([target, late]).finally(() => clearTimeout(timer))
}

/** A fault of our own is written into the attempt: it is retried, and whoever looks at it can read why. */
function unexpected(error: unknown): Outcome {
  const hint = `The attempt could not be made: ${error instanceof Error ? error.message : String(error)}`
  return { outcome: 'reset', status: null, hint, response: null, retryAfterSeconds: null, unreachable: false }
}
