import { startSandbox } from '../sandbox.ts'
import { Skillpass } from '../sdk/index.ts'
import { createClockControl, type ClockControl } from './clock.ts'
import { createEventLog, type EventLog } from './events.ts'
import { createFaultControl, type FaultControl } from './faults.ts'
import { createForwarding } from './forwarding.ts'

export interface TestSandboxOptions {
  /** What it holds: `empty` (the skills and nobody; the default), `default` (24 people), or a seed file. */
  readonly seed?: string | undefined
  /** Where its clock starts: an instant. Default: now. */
  readonly clock?: string | undefined
  /** Its clock stands still until it is moved. */
  readonly freeze?: boolean | undefined
  /** Requests a minute for every key. Default `off`: no limit. */
  readonly rateLimit?: number | 'off' | undefined
  /** Your own server on this machine: it gets every event, signed with `webhookSecret`. */
  readonly forwardTo?: string | undefined
}

/** A sandbox of a test's own: in memory, on a free port, sharing nothing with any other. */
export interface TestSandbox {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** A key that may do everything. */
  readonly apiKey: string
  /** What signs the deliveries to `forwardTo`; null without it. After `reset()` it is another one. */
  readonly webhookSecret: string | null
  readonly client: Skillpass
  readonly clock: ClockControl
  readonly faults: FaultControl
  readonly events: EventLog
  /** Back to its first state, clock and faults included; the key stays. */
  reset(): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts the complete service inside this process: no output, no signal handlers, nothing on disk.
 * `await using sandbox = await createSandbox()` closes it by itself where that syntax exists.
 * @throws SeedError when the seed cannot be read, RangeError when `clock` is no instant.
 */
export async function createSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  const { forwardTo, seed = 'empty', rateLimit = 'off', clock, freeze } = options
  const events = createEventLog()
  const running = await startSandbox({ port: 0, seed, rateLimit, clock, freeze, onEvent: events.add })
  const { url, apiKey } = running
  const client = new Skillpass({ baseUrl: url, apiKey })
  const forwarding = createForwarding(client, forwardTo)
  const close = async (): Promise<void> => {
    events.end()
    await running.close()
  }
  await forwarding.start().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    url,
    apiKey,
    get webhookSecret() {
      return forwarding.secret()
    },
    client,
    clock: createClockControl(client),
    faults: createFaultControl(client),
    events: events.log,
    async reset() {
      await client.sandbox.reset()
      events.forget()
      await forwarding.start()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
