export interface Chores {
  /** Runs `work` again and again, `ms` after it last ended. What it throws goes to `onFault`. */
  every(ms: number, work: () => Promise<void>): void
  /** Ends them all and waits for the ones that are running. */
  stop(): Promise<void>
}

/** The small jobs beside the requests: none overlaps itself, none keeps the process alive. */
export function createChores(onFault: (error: unknown) => void): Chores {
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let stopped = false

  const schedule = (ms: number, work: () => Promise<void>): void => {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = work()
        .catch(onFault)
        .finally(() => {
          running.delete(run)
          schedule(ms, work)
        })
      running.add(run)
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  return {
    every: schedule,
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
