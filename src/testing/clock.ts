import type { Output } from '../contract/index.ts'
import type { Skillpass } from '../sdk/index.ts'

type Moved = Output<'sandbox', 'moveClock'>

/** The time of a sandbox. Whatever falls due on the way happens, in order: retries, expiries, decay. */
export interface ClockControl {
  /** The instant it shows. */
  now(): Promise<Date>
  /** Forward by a duration such as `90s`, `6h`, `72h`, `30d`; answers with what happened. */
  advance(duration: string): Promise<Moved>
  /** Forward to an instant. @throws ValidationError (`CLOCK_BACKWARD`) for one that has passed. */
  set(instant: Date | string): Promise<Moved>
  /** To whatever falls due next. */
  next(): Promise<Moved>
  freeze(): Promise<Moved>
  resume(): Promise<Moved>
}

export function createClockControl({ sandbox }: Skillpass): ClockControl {
  return {
    now: async () => new Date((await sandbox.clock()).now),
    advance: async (advance) => await sandbox.moveClock({ advance }),
    set: async (instant) =>
      await sandbox.moveClock({ set: typeof instant === 'string' ? instant : instant.toISOString() }),
    next: async () => await sandbox.moveClock({ next: true }),
    freeze: async () => await sandbox.moveClock({ freeze: true }),
    resume: async () => await sandbox.moveClock({ resume: true }),
  }
}
