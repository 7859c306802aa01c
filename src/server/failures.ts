import { networkOf } from '../core/address.ts'
import { noFailures, note, type Failures } from '../core/failures.ts'
import type { Shared } from '../store/shared.ts'

/** Counts failed authentications by where they come from. Whoever authenticates is never asked. */
export interface FailureLimiter {
  /** Notes one; answers the seconds after which the next may be answered, 0 while there are not too many. */
  note(address: string): Promise<number>
}

/** At most so many sources are remembered, and at least the half of it; those of longest ago go first. */
const remembered = 50_000
const keptMs = 120_000

/** For one process. `now` is real time, milliseconds. */
export function createFailureLimiter(now: () => number): FailureLimiter {
  const sources = createMemory<Failures>()
  return {
    async note(address) {
      const source = networkOf(address)
      const { state, waitSeconds } = note(sources.get(source) ?? noFailures, now())
      sources.set(source, state)
      return waitSeconds
    },
  }
}

/**
 * For all processes on one store together. Who has too many is remembered here until they may try again: a flood
 * costs the store no more than what is let through.
 */
export function createSharedFailureLimiter(shared: Shared, now: () => number): FailureLimiter {
  const closed = createMemory<number>()
  return {
    async note(address) {
      const source = networkOf(address)
      const left = (closed.get(source) ?? 0) - now()
      if (left > 0) return Math.ceil(left / 1_000)
      const waitSeconds = await shared.swap(`failures:${source}`, keptMs, (text, sharedNow) => {
        const noted = note(text === null ? noFailures : JSON.parse(text), sharedNow)
        return { state: JSON.stringify(noted.state), answer: noted.waitSeconds }
      })
      if (waitSeconds > 0) closed.set(source, now() + waitSeconds * 1_000)
      return waitSeconds
    },
  }
}

interface Memory<V> {
  get(source: string): V | undefined
  set(source: string, value: V): void
}

/** Two halves, of which the older is dropped whole: taking the oldest out of one map costs more the larger it is. */
function createMemory<V>(): Memory<V> {
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  return {
    get: (source) => young.get(source) ?? old.get(source),
    set(source, value) {
      young.set(source, value)
      if (young.size < remembered / 2) return
      old = young
      young = new Map()
    },
  }
}
