import { ConnectionError, RateLimitError, ServerError, SkillpassError } from '../../sdk/errors.ts'
import { AbortedError, AuthenticationError, PermissionError } from '../../sdk/errors.ts'
import { systemTime } from '../../sdk/time.ts'
import type { Of } from './outcome.ts'

type Answered = Of<'sent' | 'existing'> | Of<'failed'>

export interface Sending<R> {
  readonly rows: readonly R[]
  post(row: R): Promise<Answered>
  settled(row: R, outcome: Answered): Promise<void>
  /** No row begins after it. */
  readonly stop: AbortSignal
}

/** What ended a run before its last row, if anything did. */
export interface Ending {
  readonly signal: NodeJS.Signals | null
  /** What made going on pointless. */
  readonly reason: unknown
}

const lanes = 6
const longestWait = 60
const mostServerErrors = 5

/** Sends rows, several at a time. Gives the error that made going on pointless, null when there was none. */
export async function sendAll<R>(sending: Sending<R>): Promise<unknown> {
  const end = new AbortController()
  const stop = AbortSignal.any([sending.stop, end.signal])
  const left = sending.rows.values()
  const pace = new Pace()
  let reason: unknown = null
  const lane = async (number: number) => {
    try {
      while (pace.allows(number) && !stop.aborted) {
        const next = left.next()
        if (next.done === true) return
        await one(next.value, sending, pace, stop)
      }
    } catch (error) {
      if (!end.signal.aborted && !(error instanceof AbortedError)) reason = error
      end.abort()
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
  return reason
}

/** @throws what ends the whole, or AbortedError when it was ended meanwhile */
async function one<R>(row: R, sending: Sending<R>, pace: Pace, stop: AbortSignal): Promise<void> {
  for (;;) {
    await pace.open(stop)
    try {
      const outcome = await sending.post(row)
      pace.answered()
      return await sending.settled(row, outcome)
    } catch (error) {
      if (!(error instanceof SkillpassError) || isFinal(error)) throw error
      if (error instanceof RateLimitError) pace.slow(error)
      else {
        pace.failed(error)
        return await sending.settled(row, { status: 'failed', code: error.code, message: error.message })
      }
    }
  }
}

/** Every other row would meet the same. */
function isFinal(error: SkillpassError): boolean {
  if (error instanceof RateLimitError)
    return error.code === 'QUOTA_EXCEEDED' || (error.retryAfter ?? 0) > longestWait
  return (
    error instanceof AuthenticationError ||
    error instanceof PermissionError ||
    error instanceof ConnectionError ||
    error instanceof AbortedError ||
    error.code === 'ROUTE_NOT_FOUND' ||
    error.code === 'RESPONSE_INVALID'
  )
}

/** How fast rows go out: slower once the service says so, never to stand still. */
class Pace {
  #lanes = lanes
  #opens = 0
  #serverErrors = 0

  allows(lane: number): boolean {
    return lane < this.#lanes
  }

  async open(stop: AbortSignal): Promise<void> {
    for (let wait = this.#wait(); wait > 0; wait = this.#wait()) await systemTime.sleep(wait, stop)
  }

  #wait(): number {
    return this.#opens - systemTime.now()
  }

  slow({ retryAfter }: RateLimitError): void {
    // Those in flight meet the same limit: it counts once.
    if (this.#wait() <= 0) this.#lanes = Math.max(1, Math.floor(this.#lanes / 2))
    this.#opens = Math.max(this.#opens, systemTime.now() + (retryAfter ?? 1) * 1_000)
  }

  answered(): void {
    this.#serverErrors = 0
  }

  /** @throws the error of a service that fails again and again */
  failed(error: SkillpassError): void {
    if (!(error instanceof ServerError)) return this.answered()
    this.#serverErrors += 1
    if (this.#serverErrors >= mostServerErrors) throw error
  }
}
