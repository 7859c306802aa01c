/** What of a clock outlives the process. */
export interface ClockState {
  readonly offset_ms: number
  /** Epoch milliseconds at which it stands still; null while it runs. */
  readonly frozen_at: number | null
}

export interface SandboxClock {
  /** Milliseconds since the epoch. */
  now(): number
  state(): ClockState
  /** Stands still at that instant, epoch milliseconds. */
  freezeAt(instant: number): void
  /** Runs on from where it stands. */
  resume(): void
  /** Shows real time again. */
  reset(): void
}

export const realTime: ClockState = { offset_ms: 0, frozen_at: null }

/** Real time plus an offset, or frozen. */
export function createClock(real: () => number, start: ClockState = realTime): SandboxClock {
  let state = start
  return {
    now: () => state.frozen_at ?? real() + state.offset_ms,
    state: () => state,
    freezeAt(instant) {
      state = { offset_ms: instant - real(), frozen_at: instant }
    },
    resume() {
      if (state.frozen_at !== null) state = { offset_ms: state.frozen_at - real(), frozen_at: null }
    },
    reset() {
      state = realTime
    },
  }
}

export interface ClockWish {
  /** Where to start, epoch milliseconds. */
  readonly at?: number | undefined
  readonly freeze?: boolean | undefined
}

/** The clock was asked to go back; only a reset does that. */
export class ClockBackwardError extends Error {
  override readonly name = 'ClockBackwardError'
}

/** Where a clock starts that was left at `saved`; null: a new one, free to start anywhere. @throws ClockBackwardError */
export function startState(real: number, saved: ClockState | null, wish: ClockWish): ClockState {
  const left = saved?.frozen_at ?? real + (saved?.offset_ms ?? 0)
  const now = wish.at ?? left
  if (saved !== null && now < left) {
    throw new ClockBackwardError(
      `The clock of this sandbox stands at ${new Date(left).toISOString()} and moves forward only. ` +
        'Choose a later --clock, another --data folder, --ephemeral, or run: skillpass reset',
    )
  }
  const frozen = wish.freeze || (wish.at === undefined && saved !== null && saved.frozen_at !== null)
  return { offset_ms: now - real, frozen_at: frozen ? now : null }
}
