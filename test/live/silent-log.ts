import type { Log } from '../../src/live/log.ts'

/** A log that nobody reads; faults fail the test that has them. */
export function silentLog(): Log & { readonly faults: unknown[] } {
  const faults: unknown[] = []
  return {
    faults,
    request: () => undefined,
    fault: (error) => faults.push(error),
    warn: () => undefined,
    info: () => undefined,
  }
}
