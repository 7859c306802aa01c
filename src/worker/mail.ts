import type { Ending, Outgoing } from '../mail/attempt.ts'
import { MailFailure, type Mailer } from '../mail/mailer.ts'
import { Lane, type Ended } from './lane.ts'

export interface MailWorkerParts {
  /** The service's clock, milliseconds. */
  now(): number
  readonly mailer: Mailer
  claim(limit: number): Promise<Outgoing[]>
  /** Gives back what was claimed and not sent. */
  release(outgoing: readonly Outgoing[]): Promise<void>
  record(outgoing: Outgoing, ending: Ending): Promise<void>
  nextDue(): Promise<number | null>
  /** Told when there is no talking to the mail server, and when there is again. */
  notice(text: string): void
  onFault(error: unknown): void
}

export interface MailWorker {
  /** There is mail to send; called as often as you like. */
  nudge(): void
  /** Resolves when nothing that is due now is left to do. */
  idle(): Promise<void>
  /** Claims nothing more, and gives up what is still under way after a while: it is tried again. */
  stop(graceMs?: number): Promise<void>
}

interface Sent extends Ended {
  /** null: it was given up because the process ends, which says nothing of the mail. */
  readonly ending: Ending | null
}

/** Nothing is claimed ahead: a lease is for one mail on its way. */
const limits = { inFlight: 5, ahead: 0 }

/** Sends mail that is due, a few at a time; while the mail server cannot be reached it is only probed. */
export function createMailWorker(parts: MailWorkerParts): MailWorker {
  const stopping = new AbortController()
  const send = sender(parts, stopping.signal)
  const lane = new Lane<Outgoing, Sent>({
    limits,
    now: () => parts.now(),
    claim: (limit) => parts.claim(limit),
    release: (outgoing) => parts.release(outgoing),
    send,
    record: (outgoing, { ending }) =>
      ending === null ? parts.release([outgoing]) : parts.record(outgoing, ending),
    nextDue: () => parts.nextDue(),
    onFault: (error) => parts.onFault(error),
  })
  let stopped = false
  return {
    nudge() {
      if (!stopped) lane.pump()
    },
    async idle() {
      for (;;) {
        lane.pump()
        await lane.quiet()
        const wake = await lane.nextWake()
        if (stopped || wake === null || wake > parts.now()) return
      }
    },
    async stop(graceMs = 5_000) {
      stopped = true
      lane.stop()
      const timer = setTimeout(() => stopping.abort(), graceMs)
      await lane.quiet()
      clearTimeout(timer)
      parts.mailer.close()
    },
  }
}

function sender({ mailer, notice }: MailWorkerParts, giveUp: AbortSignal) {
  let isDown = false
  const tell = (failure: MailFailure | null): void => {
    const wasDown = isDown
    isDown = failure?.trouble === 'unreachable'
    if (isDown && !wasDown) notice(`Mail waits: ${failure?.details}`)
    if (wasDown && !isDown) notice('Mail goes out again.')
  }
  return async ({ message }: Outgoing): Promise<Sent> => {
    const started = performance.now()
    const failure = await failureOf(mailer.send(message, giveUp))
    const isGivenUp = failure !== null && giveUp.aborted
    if (!isGivenUp) tell(failure)
    return {
      ending: isGivenUp ? null : endingOf(failure),
      outcome: failure === null ? 'succeeded' : failure.trouble,
      durationMs: performance.now() - started,
      unreachable: failure?.trouble === 'unreachable',
    }
  }
}

function endingOf(failure: MailFailure | null): Ending {
  return failure === null ? { trouble: null } : { trouble: failure.trouble, reason: failure.message }
}

async function failureOf(sending: Promise<unknown>): Promise<MailFailure | null> {
  try {
    await sending
    return null
  } catch (error) {
    if (error instanceof MailFailure) return error
    throw error
  }
}
