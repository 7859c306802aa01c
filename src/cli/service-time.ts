/** The time of the service that was asked last: a sandbox moves its clock, and its times are told relative to that. */
export interface ServiceTime {
  /** Milliseconds since the epoch. */
  now(): number
  /** What an answer said its time is; null: the same as here. */
  heed(instant: string | null): void
}

export const timeHeader = 'x-sandbox-now'

export function serviceTime(here: () => number): ServiceTime {
  let ahead = 0
  return {
    now: () => here() + ahead,
    heed: (instant) => {
      const there = Date.parse(instant ?? '')
      ahead = Number.isNaN(there) ? 0 : there - here()
    },
  }
}
