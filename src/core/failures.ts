/** Failures of one source within the last minute: how many in which slot of five seconds, oldest first. */
export type Failures = readonly (readonly [slot: number, count: number])[]

export interface Noted {
  readonly state: Failures
  /** 0: this one may be answered. Otherwise it was one too many, was not counted, and the next may come after this. */
  readonly waitSeconds: number
}

export const failuresPerMinute = 60
const slotMs = 5_000
/** The one under way and the twelve before it: a slot leaves whole, so no 60 s anywhere hold more than the limit. */
const slots = 13

export const noFailures: Failures = []

/** Notes one more. */
export function note(known: Failures, nowMs: number): Noted {
  const slot = Math.floor(nowMs / slotMs)
  // Of a clock that was set back, what it has yet to reach is forgotten: the source would stay shut until then.
  const state = known.filter(([at]) => at > slot - slots && at <= slot)
  const [oldest = [slot, 0] as const] = state
  if (state.reduce((sum, [, count]) => sum + count, 0) >= failuresPerMinute)
    return { state, waitSeconds: Math.ceil(((oldest[0] + slots) * slotMs - nowMs) / 1_000) }
  const latest = state.at(-1)
  if (latest?.[0] !== slot) return { state: [...state, [slot, 1]], waitSeconds: 0 }
  return { state: [...state.slice(0, -1), [slot, latest[1] + 1]], waitSeconds: 0 }
}
